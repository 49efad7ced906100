import { afterAll, afterEach, inject, onTestFailed } from "vitest";
import { SECRET } from "../permissions/send";
import { launchServer } from "./launch";
import { siteAt, type TestSite } from "./site";
import { takeStandingServer } from "./standing-server";

export interface ServerOptions {
  /** Besides the tests' own (own files, any port, no request limits). */
  env?: Record<string, string>;
}

/** On an empty database; a failed test ends it. */
export async function startServer({ env }: ServerOptions = {}): Promise<TestSite> {
  const server = siteAt(await launchServer(env, inject("templateDatabase")));
  try {
    onTestFailed(() => server.kill());
  } catch {
    // Called by a file or hook; another hook stops it.
  }
  return server;
}

/**
 * For a file or `describe`, on an empty database. Await it at the top, so that users can be constants. A fault in its
 * log fails the test. Without settings it is the process's standing server, emptied; else a new one.
 */
export async function sharedServer(options: ServerOptions = {}): Promise<TestSite> {
  // Without a standing server, sessions are signed with the same secret.
  const standingServer = options.env ? undefined : await takeStandingServer();
  const server = standingServer
    ? siteAt(standingServer)
    : await startServer({ env: { ...(!options.env && { SESSION_SECRET: SECRET }), ...options.env } });
  let reported = 0;
  afterEach(() => {
    const newFaults = server.faults().slice(reported);
    reported += newFaults.length;
    if (newFaults.length > 0) {
      server.allowFault(/./);
      throw new Error(`the server logged faults:\n${newFaults.join("\n")}`);
    }
  });
  afterAll(() => server.stop());
  return server;
}
