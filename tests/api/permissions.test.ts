import type Database from "better-sqlite3";
import { beforeAll, describe, expect, test } from "vitest";
import { hashPassword } from "~/features/accounts/password-hash.server";
import { statusesOf } from "~/http/api-declaration";
import { hashToken } from "~/lib/tokens.server";
import { type Case, casesOf, type DeadTokens, refusedVerbs } from "../permissions/cases";
import { contents } from "../permissions/contents";
import { insertInto } from "../permissions/insert";
import { MATRIX } from "../permissions/matrix";
import { ADDRESSES } from "../permissions/routes";
import type { Row } from "../permissions/row";
import { inParallel, SECRET, tell } from "../permissions/send";
import { picturesOf, uploadsOf } from "../permissions/stored";
import { type Person, World } from "../permissions/world";
import { signUpAdmin } from "../support/admins";
import { API_CALLS } from "../support/api-calls";
import { bearerOf, PASSWORD } from "../support/members";
import { sharedServer } from "../support/server";

const named = (entries: { route: string; verb: string }[]) => [
  ...new Set(entries.map(({ route, verb }) => `${verb} /${route}`)),
];

describe("the matrix", () => {
  test("names every route with every verb that it answers, and no other", () => {
    const answered = ADDRESSES.flatMap(({ route, verbs }) => verbs.map((verb) => ({ route, verb })));
    expect(answered.length).toBeGreaterThan(150);
    expect(named([...MATRIX]).sort()).toEqual(named(answered).sort());
  });

  test("says of the API's calls what they declare", () => {
    const wrong = API_CALLS.filter(({ method, path, audience, ...declared }) => {
      const statuses = statusesOf(declared);
      const route = `api/v1${path}`.replace(/\{(\w+)\}/g, ":$1");
      const rows = MATRIX.filter((row) => row.verb === method && row.route.replace("?", "") === route);
      const open = (...columns: number[]) =>
        columns.some((at) => rows.some(({ answers }) => statuses.includes(answers[at] as number)));
      return open(0) !== (audience === "anyone") || open(1, 2, 3) !== (audience !== "admin") || !open(2, 4);
    });
    expect(wrong.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  });
});

/** Only what somebody sent with a session that was too old is kept for them: nobody else gets a row. Takes it out. */
function expectOnlyExpired(database: Database.Database): void {
  const others = `SELECT user_id FROM parked_forms
    WHERE user_id NOT IN (SELECT user_id FROM sessions WHERE expires_at <= ?)`;
  expect(database.prepare(others).all(Date.now())).toEqual([]);
  expect(database.prepare("DELETE FROM parked_forms").run().changes).toBeGreaterThan(0);
}

describe("everybody at every door", () => {
  const server = sharedServer({ env: { SESSION_SECRET: SECRET } });
  const dead: DeadTokens = {};
  let passwordHash = "";

  /** Two admins whose tokens are no good any more: the one has logged out, the other was switched off. */
  beforeAll(async () => {
    passwordHash = await hashPassword(PASSWORD);
    const [leaver, rogue, keeper] = await Promise.all(["Lea", "Rob", "Kim"].map((name) => signUpAdmin(server(), name)));
    dead["logged out"] = await bearerOf(server(), leaver!);
    await leaver!.browser.api("POST", "/users/logout", undefined, { token: dead["logged out"] });
    dead.deactivated = await bearerOf(server(), rogue!);
    await keeper!.browser.api("PATCH", `/users/${rogue!.id}`, { active: false });
    // Written again, so that it is the account that is refused and not only a session that is gone.
    const times = { created_at: Date.now(), last_seen_at: Date.now(), expires_at: Date.now() + 3_600_000 };
    const row = { user_id: Number(rogue!.id), token_hash: hashToken(dead.deactivated), ...times };
    insertInto(server().database)("sessions", row);
  });

  /** Makes a row's requests and what they are about. */
  function caseMaker(): (row: Row) => Case[] {
    const { database, url: origin } = server();
    const switchedOff = database.prepare("UPDATE users SET active = 0 WHERE id = ?");
    const switchOff = (id: number) => switchedOff.run(id).changes;
    const site = {
      insert: insertInto(database),
      passwordHash,
      switchOff,
      keepPicture: picturesOf(server()),
      keepUpload: uploadsOf(server()),
    };
    const world = (person: Person) => new World(site, person);
    // Not all in one transaction: the server waits 5 s at most until it may write.
    return database.transaction((row: Row) => casesOf(row, { world, dead, origin })).immediate;
  }

  const peopleSoFar = () => server().database.prepare("SELECT max(id) FROM users").pluck().get();

  async function faultsOf(cases: Case[]): Promise<string[]> {
    const faults: string[] = [];
    await inParallel(cases, async (one) => {
      const fault = await tell(one, server().url);
      if (fault !== "") faults.push(fault);
    });
    return faults.sort();
  }

  test("gets what the matrix says; who is refused has changed nothing", { timeout: 240_000 }, async () => {
    // Somebody reports one.
    server().allowFault(/fault in a browser/);
    const casesFor = caseMaker();
    const first = peopleSoFar();
    const made = MATRIX.map((row) => ({ row, cases: casesFor(row) }));
    const isQuiet = ({ quiet }: Case) => quiet;
    const before = await contents(server().database);
    expect(await faultsOf(made.flatMap(({ cases }) => cases.filter(isQuiet)))).toEqual([]);
    expectOnlyExpired(server().database);
    expect(await contents(server().database)).toEqual(before);
    // Every admin is told of what waits for one: with hundreds of them a write would take seconds.
    server().database.prepare("UPDATE users SET role = 'user' WHERE id > ?").run(first);
    // Made anew, for the codes in them are good for a minute.
    const writing = made.filter(({ cases }) => !cases.every(isQuiet));
    const writes = writing.flatMap(({ row }) => casesFor(row).filter((one) => !one.quiet));
    expect(writes.length).toBeGreaterThan(500);
    expect(await faultsOf(writes)).toEqual([]);
  });

  test("is refused every other verb", { timeout: 120_000 }, async () => {
    const cases = refusedVerbs().flatMap(caseMaker());
    const before = await contents(server().database);
    expect(await faultsOf(cases)).toEqual([]);
    expect(await contents(server().database)).toEqual(before);
  });
});
