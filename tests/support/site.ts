import { insertInto } from "../permissions/insert";
import { signUpAdmin } from "./admins";
import { ageLogins } from "./age-logins";
import { browserLike } from "./browser-like";
import type { TestServer } from "./launch";
import { listMails, mailedPath, readMail } from "./mail";
import { bearerOf, type Credentials, signUp, signUpWithGarage } from "./members";
import type { RawRequest } from "./raw-http";
import { rawRequest } from "./raw-request";

export function siteAt(server: TestServer) {
  const { database } = server;
  const statement = (query: string) => database.prepare<unknown[]>(query);
  return Object.assign(server, {
    visitor: () => browserLike(server),
    signUp: (name?: string) => signUp(server, name),
    signUpWithGarage: (name?: string, garageName?: string) => signUpWithGarage(server, name, garageName),
    signUpAdmin: (name?: string) => signUpAdmin(server, name),
    bearerOf: (member: Credentials) => bearerOf(server, member),
    ageLogins: (member: { id: string }) => ageLogins(server, member),
    ask: (request: RawRequest) => rawRequest(server.url, request),
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
