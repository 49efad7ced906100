/** A path as the log may hold it: single-use tokens in it are left out. */
export function logPath(pathname: string): string {
  return pathname.replace(/(verify-email|reset-password|resetPassword)\/[^/]+/, "$1/…");
}
