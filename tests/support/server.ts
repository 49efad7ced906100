import { afterAll, afterEach, inject, onTestFailed } from "vitest";
import { insertInto } from "../permissions/insert";
import { SECRET } from "../permissions/send";
import { signUpAdmin } from "./admins";
import type { Asked } from "./ask";
import { browserLike } from "./browser-like";
import { launchServer, type TestServer } from "./launch";
import { listMails, mailedPath, readMail } from "./mail";
import { bearerOf, type Credentials, signUp, signUpWithGarage } from "./members";
import { ageLogins } from "./old-login";
import { rawRequest } from "./raw-request";
import { takeStandingServer } from "./standing-server";

export interface ServerOptions {
  /** Settings beside the tests' own (own database and folders, any free port, no request limits). */
  env?: Record<string, string>;
}

/** What tests do at a server: people come to it, it is asked, its mails and rows are looked at. */
function siteAt(server: TestServer) {
  const { database } = server;
  const statement = (query: string) => database.prepare<unknown[]>(query);
  return Object.assign(server, {
    visitor: () => browserLike(server),
    signUp: (name?: string) => signUp(server, name),
    signUpWithGarage: (name?: string, garageName?: string) => signUpWithGarage(server, name, garageName),
    signUpAdmin: (name?: string) => signUpAdmin(server, name),
    bearerOf: (member: Credentials) => bearerOf(server, member),
    ageLogins: (member: { id: string }) => ageLogins(server, member),
    ask: (asked: Asked) => rawRequest(server.url, asked),
    readMail: (address: string, matching?: RegExp) => readMail(server, address, matching),
    mailedPath: (address: string, matching: RegExp) => mailedPath(server, address, matching),
    listMails: (address?: string) => listMails(server, address),
    insert: insertInto(database),
    run: (query: string, ...values: unknown[]) => statement(query).run(...values),
    row: (query: string, ...values: unknown[]) => statement(query).get(...values),
    rows: (query: string, ...values: unknown[]) => statement(query).all(...values),
    /** Of the first column. */
    value: (query: string, ...values: unknown[]) =>
      statement(query)
        .pluck()
        .get(...values),
    values: (query: string, ...values: unknown[]) =>
      statement(query)
        .pluck()
        .all(...values),
  });
}

export type TestSite = ReturnType<typeof siteAt>;

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
