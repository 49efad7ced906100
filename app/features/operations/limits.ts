export const MAIL_STATES = [
  ["waiting", "Waiting"],
  ["failed", "Failed"],
  ["sent", "Sent"],
] as const;

/** As long as an address can be. */
export const MAX_MAIL_SEARCH = 254;

export const OPERATIONS_MESSAGES = {
  noMail: "This email has been sent or dropped.",
  mailIsOff: "Email is off: SMTP_URL is not set. Emails are saved as files on the server, in MAIL_DIR.",
  mailUntried: "This email has not been tried yet. Only one that failed can be dropped.",
  mailClaimed: "This email is being sent right now.",
  mailRetried: "The email will be sent in a few seconds.",
  mailDropped: "Email dropped.",
  backupsOff:
    "Backups are off. Set RESTIC_REPOSITORY, RESTIC_PASSWORD and BACKUP_EVERY in the server’s environment, then restart.",
  backupRunning: "A backup or a check is already running.",
  backupRequested: "It starts within seconds. Reload this page to see the result.",
  noBackup: "There is no backup to check yet.",
} as const;
