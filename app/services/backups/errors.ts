/** A backup or a restore that cannot be; the message is one clear line without secrets. */
export class BackupError extends Error {
  override name = "BackupError";
}

/** What it was asked about is of a form that this version does not know: a newer one has written it. */
export class UnknownFormError extends BackupError {
  override name = "UnknownFormError";
}
