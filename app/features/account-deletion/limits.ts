export const ARE_YOU_SURE = "Are you absolutely sure? This cannot be undone.";

export const DELETION_MESSAGES = {
  safetyOff: "Please turn on the safety switch first.",
  lastAdmin: "You are the last admin. Make another member an admin before you delete your account.",
  noGarage: "You do not have a garage.",
  garageDeleted: "Your garage has been deleted. You can open a new one at any time.",
  accountDeleted: "Your account has been deleted.",
  garageFailed: "Failed to delete garage.",
  accountFailed: "Failed to delete account.",
} as const;

export const DELETABLE = ["garage", "account"] as const;
