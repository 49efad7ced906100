import { createHash } from "node:crypto";
import type { S3Client } from "@aws-sdk/client-s3";

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
