import { afterAll, afterEach, beforeAll, inject } from "vitest";
import { launchServer, type TestServer } from "./launch";

export interface ServerOptions {
  /** Settings beside the tests' own (own database and folders, any free port, no request limits). */
  env?: Record<string, string>;
}

/** The built server as a process of its own, on a migrated, empty database. */
export function startServer({ env }: ServerOptions = {}): Promise<TestServer> {
  return launchServer(env, inject("templateDatabase"));
}

/**
 * A server for a whole test file: starts before its tests, stops after them; a test during which the server logged a
 * fault fails.
 * @returns the server, for use inside the tests
 */
export function sharedServer(options: ServerOptions = {}): () => TestServer {
  let server: TestServer | undefined;
  let reported = 0;
  beforeAll(async () => {
    server = await startServer(options);
  });
  afterEach(() => {
    const fresh = server?.faults().slice(reported) ?? [];
    reported += fresh.length;
    if (fresh.length > 0) {
      server?.allowFault(/./);
      throw new Error(`the server logged faults:\n${fresh.join("\n")}`);
    }
  });
  afterAll(() => server?.stop());
  return () => {
    if (!server) throw new Error("the server runs inside tests only");
    return server;
  };
}
