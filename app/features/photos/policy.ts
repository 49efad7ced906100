/** Photos are their vehicle's owner's to change: `canEditVehicle` of the vehicles feature is the rule. */
export const PHOTO_NOT_FOUND = "This photo is not there any more.";
