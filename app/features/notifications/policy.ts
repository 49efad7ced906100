export const NOTIFICATION_NOT_FOUND = "This notification is no longer there.";
