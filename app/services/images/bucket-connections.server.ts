import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import type { S3Client } from "@aws-sdk/client-s3";

const CONNECTIONS = { maxSockets: 64, keepAlive: true };

/** The connections that a client keeps open, to be passed to its request handler. */
export const keptConnections = () => ({
  httpAgent: new HttpAgent(CONNECTIONS),
  httpsAgent: new HttpsAgent(CONNECTIONS),
});

/**
 * Has a client drop all connections that it keeps unused once a request ends without an answer. Stores close connections
 * that have been unused for some seconds, all at about the same time: else the second try would take the next dead one.
 */
export function dropBroken(client: S3Client, { httpAgent, httpsAgent }: ReturnType<typeof keptConnections>): void {
  client.middlewareStack.add(
    (next) => async (args) => {
      try {
        return await next(args);
      } catch (error) {
        for (const agent of [httpAgent, httpsAgent]) closeUnused(agent);
        throw error;
      }
    },
    // Inside of the tries, and of what reads answers: what it catches is no answer of the store's.
    { name: "dropBroken", step: "deserialize", priority: "low" },
  );
}

function closeUnused({ freeSockets }: HttpAgent): void {
  for (const socket of Object.values(freeSockets).flat()) socket?.destroy();
}
