import { afterAll, afterEach, inject, onTestFailed } from "vitest";
import { SECRET } from "../permissions/send";
import { launchServer } from "./launch";
import { siteAt, type TestSite } from "./site";
import { takeStandingServer } from "./standing-server";

export interface ServerOptions {
  /** Settings beside the tests' own (own database and folders, any free port, no request limits). */
  env?: Record<string, string>;
}

/** The built server as a process of its own, on a migrated, empty database; a test that started it and fails ends it. */
export async function startServer({ env }: ServerOptions = {}): Promise<TestSite> {
  const server = siteAt(await launchServer(env, inject("templateDatabase")));
  try {
    onTestFailed(() => server.kill());
  } catch {
    // Started by a file or a hook, behind which another one stops it.
  }
  return server;
}

/**
 * A server for a whole test file (or what it describes), on a migrated, empty database, which is awaited where the file
 * begins, so that its people can be constants; a test during which the server logged a fault fails. Where the file asks for
 * no settings of its own it is the standing one of this process of tests, made empty; else one is started, and stopped
 * after the tests.
 */
export async function sharedServer(options: ServerOptions = {}): Promise<TestSite> {
  // Only settings of its own need a server of its own; where none stands, one signs as a standing one does.
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
