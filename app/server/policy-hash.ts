import { createHash } from "node:crypto";

/** What allows an inline script or style with this very text in a Content-Security-Policy, in quotes. */
export const policyHash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
