/** A backup or a restore that cannot be; the message is one clear line without secrets. */
export class BackupError extends Error {
  override name = "BackupError";
}
