/** `canEditVehicle` of the vehicles feature decides who may change photos. */
export const PHOTO_NOT_FOUND = "This photo is no longer available.";

/** An external photo has no file to rotate. */
export const NOT_STORED_HERE = "Only photos stored on this site can be rotated.";
export const FILE_MISSING = "This photo’s file is missing or damaged. Please delete the photo and upload it again.";
export const ANIMATED = "Animated photos cannot be rotated.";
/** Possibly by the same user in another window. */
export const TURNED_AT_ONCE = "This photo is already being rotated. Please try again in a moment.";
export const NOT_OF_VEHICLE = "Please choose a photo of this vehicle.";
