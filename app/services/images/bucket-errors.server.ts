import { StoreRefusedError, StoreUnavailableError } from "./store";

interface Failure extends Error {
  code?: string;
  $metadata?: { httpStatusCode?: number };
}

/** What no second try mends: a wrong name, wrong keys, a host that nobody knows. */
const REFUSED = new Set([
  "NoSuchBucket",
  "InvalidBucketName",
  "AccessDenied",
  "AllAccessDisabled",
  "InvalidAccessKeyId",
  "SignatureDoesNotMatch",
  "InvalidToken",
  "AuthorizationHeaderMalformed",
  "PermanentRedirect",
  "CredentialsProviderError",
]);

/** Whether an object store says that there is no such file. */
export function isMissing(error: unknown): boolean {
  const { name } = error as Failure;
  return name === "NoSuchKey" || name === "NotFound";
}

/**
 * What went wrong with an object store, in our terms.
 * @param label where the store is, without secrets
 * @returns StoreRefusedError, StoreUnavailableError, or the error itself where it says that a file is missing
 */
export function toStoreError(error: unknown, label: string): unknown {
  const { name, code, message, $metadata } = error as Failure;
  if (error instanceof StoreUnavailableError || isMissing(error)) return error;
  const what = [...new Set([name, code].filter((word) => word && word !== "Error"))].join(" ") || message;
  const refused = REFUSED.has(name) || code === "ENOTFOUND" || [301, 403].includes($metadata?.httpStatusCode ?? 0);
  const Kind = refused ? StoreRefusedError : StoreUnavailableError;
  return new Kind(`${label}: ${what}`, { cause: error });
}
