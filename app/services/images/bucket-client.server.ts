import { createHash } from "node:crypto";
import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import type { S3Client } from "@aws-sdk/client-s3";
import { StoreRefusedError, StoreUnavailableError } from "./store";

/** Headers by which the client sends newer sums. */
const NEWER = /^x-amz-(sdk-)?checksum-/i;

/**
 * Has a client send the MD5 of a list of names to be removed, which the protocol has always asked for, in the place of a
 * newer sum, which older stores do not know.
 */
export function sendMd5OfNames(client: S3Client): void {
  client.middlewareStack.add(
    (next, { commandName }) =>
      (args) => {
        const { request } = args as { request?: { headers: Record<string, string>; body?: unknown } };
        if (commandName !== "DeleteObjectsCommand" || typeof request?.body !== "string") return next(args);
        for (const name of Object.keys(request.headers)) if (NEWER.test(name)) delete request.headers[name];
        request.headers["content-md5"] = createHash("md5").update(request.body).digest("base64");
        return next(args);
      },
    // After the client has made its own sums, before it signs.
    { name: "md5OfNames", step: "build", priority: "low" },
  );
}

const CONNECTIONS = { maxSockets: 64, keepAlive: true };

/** The connections that a client keeps open, to be passed to its request handler. */
export const keepAliveAgents = () => ({
  httpAgent: new HttpAgent(CONNECTIONS),
  httpsAgent: new HttpsAgent(CONNECTIONS),
});

/**
 * Has a client drop all connections that it keeps unused once a request ends without a response. Stores close
 * connections that have been unused for some seconds, all at about the same time: else the second try would take the
 * next dead one.
 */
export function dropBroken(client: S3Client, { httpAgent, httpsAgent }: ReturnType<typeof keepAliveAgents>): void {
  client.middlewareStack.add(
    (next) => async (args) => {
      try {
        return await next(args);
      } catch (error) {
        for (const agent of [httpAgent, httpsAgent]) closeUnused(agent);
        throw error;
      }
    },
    // Inside of the tries, and of what reads responses: what it catches is no response of the store's.
    { name: "dropBroken", step: "deserialize", priority: "low" },
  );
}

function closeUnused({ freeSockets }: HttpAgent): void {
  for (const socket of Object.values(freeSockets).flat()) socket?.destroy();
}

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
