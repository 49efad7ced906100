/** Photos are their vehicle's owner's to change: `canEditVehicle` of the vehicles feature is the rule. */
export const PHOTO_NOT_FOUND = "This photo is no longer available.";

/** Of a photo that is shown from elsewhere: there is no file here to turn. */
export const NOT_STORED_HERE = "Only photos that are stored here can be rotated.";
export const FILE_MISSING =
  "The file of this photo is missing or damaged. Please delete the photo and upload it again.";
export const ANIMATED = "Animated pictures cannot be rotated.";
/** Somebody (the same person in another window) keeps turning it. */
export const TURNED_AT_ONCE = "This photo is already being rotated. Please try again in a moment.";
export const NOT_OF_VEHICLE = "Please choose a photo of this vehicle.";
