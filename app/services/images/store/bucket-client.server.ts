import { createHash } from "node:crypto";
import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import type { S3Client } from "@aws-sdk/client-s3";
import { StoreRefusedError, StoreUnavailableError } from "./file-store";

const NEWER = /^x-amz-(sdk-)?checksum-/i;

/** The MD5 of a deletion's names, as in the original protocol: older stores do not know newer checksums. */
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
    // After the client's own checksums, before it signs.
    { name: "md5OfNames", step: "build", priority: "low" },
  );
}

const CONNECTIONS = { maxSockets: 64, keepAlive: true };

export const keepAliveAgents = () => ({
  httpAgent: new HttpAgent(CONNECTIONS),
  httpsAgent: new HttpsAgent(CONNECTIONS),
});

/**
 * Closes all idle connections after a request without a response. Stores close them all at about the same time: a retry
 * would use the next dead one.
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
    // Inside retries and response parsing: errors here are not the store's responses.
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

/** A retry fixes none of these. */
const ACCESS_ERRORS = new Set([
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

export function isMissing(error: unknown): boolean {
  const { name } = error as Failure;
  return name === "NoSuchKey" || name === "NotFound";
}

/** A range past the file's end. */
export function isBehindEnd(error: unknown): boolean {
  return (error as Failure).$metadata?.httpStatusCode === 416;
}

/** Do not retry at once. */
export function isOutage(error: unknown): boolean {
  const status = (error as Failure).$metadata?.httpStatusCode;
  return status === undefined ? !isRefusal(error as Failure) : status >= 500 || status === 408 || status === 429;
}

function isRefusal({ name, code, $metadata }: Failure): boolean {
  return ACCESS_ERRORS.has(name) || code === "ENOTFOUND" || [301, 403].includes($metadata?.httpStatusCode ?? 0);
}

/**
 * @param label location of the store, without secrets
 * @returns StoreRefusedError, StoreUnavailableError, or the error itself for a missing file or range
 */
export function toStoreError(error: unknown, label: string): unknown {
  const { name, code, message } = error as Failure;
  if (error instanceof StoreUnavailableError || isMissing(error) || isBehindEnd(error)) return error;
  const details = [...new Set([name, code].filter((word) => word && word !== "Error"))].join(" ") || message;
  const Kind = isRefusal(error as Failure) ? StoreRefusedError : StoreUnavailableError;
  return new Kind(`${label}: ${details}`, { cause: error });
}
