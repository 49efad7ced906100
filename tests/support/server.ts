import { afterAll, afterEach, beforeAll, inject, onTestFailed } from "vitest";
import { SECRET } from "../permissions/send";
import { launchServer, type TestServer } from "./launch";
import { takeStandingServer } from "./standing-server";

export interface ServerOptions {
  /** Settings beside the tests' own (own database and folders, any free port, no request limits). */
  env?: Record<string, string>;
}

/** The built server as a process of its own, on a migrated, empty database; a test that started it and fails ends it. */
export async function startServer({ env }: ServerOptions = {}): Promise<TestServer> {
  const server = await launchServer(env, inject("templateDatabase"));
  try {
    onTestFailed(() => server.kill());
  } catch {
    // Started by a hook, behind which another one stops it.
  }
  return server;
}

/**
 * A server for a whole test file, on a migrated, empty database; a test during which the server logged a fault fails. Where
 * the file asks for no settings of its own it is the standing one of this process of tests, made empty; else it starts
 * before the file's tests and stops after them.
 * @returns the server, for use inside the tests
 */
export function sharedServer(options: ServerOptions = {}): () => TestServer {
  let server: TestServer | undefined;
  let reported = 0;
  beforeAll(async () => {
    // Only settings of its own need a server of its own; where none stands, one signs as a standing one does.
    server = options.env ? await startServer(options) : await takeStandingServer();
    server ??= await startServer({ env: { SESSION_SECRET: SECRET } });
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
