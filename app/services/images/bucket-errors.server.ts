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

/** Whether an object store says that nothing of a file is in the part that was asked for. */
export function isBehindEnd(error: unknown): boolean {
  return (error as Failure).$metadata?.httpStatusCode === 416;
}

/** Whether an object store did not answer, or said that it cannot at the moment: it does not pay to ask it at once again. */
export function isOutage(error: unknown): boolean {
  const status = (error as Failure).$metadata?.httpStatusCode;
  return status === undefined ? !isRefusal(error as Failure) : status >= 500 || status === 408 || status === 429;
}

function isRefusal({ name, code, $metadata }: Failure): boolean {
  return REFUSED.has(name) || code === "ENOTFOUND" || [301, 403].includes($metadata?.httpStatusCode ?? 0);
}

/**
 * What went wrong with an object store, in our terms.
 * @param label where the store is, without secrets
 * @returns StoreRefusedError, StoreUnavailableError, or the error itself where it says that a file, or the part of it that
 *   was asked for, is missing
 */
export function toStoreError(error: unknown, label: string): unknown {
  const { name, code, message } = error as Failure;
  if (error instanceof StoreUnavailableError || isMissing(error) || isBehindEnd(error)) return error;
  const what = [...new Set([name, code].filter((word) => word && word !== "Error"))].join(" ") || message;
  const Kind = isRefusal(error as Failure) ? StoreRefusedError : StoreUnavailableError;
  return new Kind(`${label}: ${what}`, { cause: error });
}
