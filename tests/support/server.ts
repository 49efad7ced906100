import { afterAll, afterEach, inject, onTestFailed } from "vitest";
import { SECRET } from "../permissions/send";
import { launchServer } from "./launch";
import { siteAt, type TestSite } from "./site";
import { takeStandingServer } from "./standing-server";

export interface ServerOptions {
  /** Settings in addition to the tests' own (own database and folders, any free port, no request limits). */
  env?: Record<string, string>;
}

/** The built server as a separate process, on a migrated, empty database; ended with the test if it fails. */
export async function startServer({ env }: ServerOptions = {}): Promise<TestSite> {
  const server = siteAt(await launchServer(env, inject("templateDatabase")));
  try {
    onTestFailed(() => server.kill());
  } catch {
    // Started by a file or hook, and stopped by another hook.
  }
  return server;
}

/**
 * A server for a whole test file or `describe`, on a migrated, empty database. Await it at the top of the file, so that
 * its users can be constants. A test fails if the server logs a fault meanwhile. Without settings it is this test
 * process's standing server, emptied; with settings a new one, stopped after the tests.
 */
export async function sharedServer(options: ServerOptions = {}): Promise<TestSite> {
  // Only custom settings need a new server; without a standing server, sessions are signed with the same secret.
  const standing = options.env ? undefined : await takeStandingServer();
  const server = standing
    ? siteAt(standing)
    : await startServer({ env: { ...(!options.env && { SESSION_SECRET: SECRET }), ...options.env } });
  let reported = 0;
  afterEach(() => {
    const fresh = server.faults().slice(reported);
    reported += fresh.length;
    if (fresh.length > 0) {
      server.allowFault(/./);
      throw new Error(`the server logged faults:\n${fresh.join("\n")}`);
    }
  });
  afterAll(() => server.stop());
  return server;
}
