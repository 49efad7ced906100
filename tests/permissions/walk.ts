import { beforeAll, describe, expect, test } from "vitest";
import { hashPassword } from "~/features/accounts/passwords.server";
import { hashToken } from "~/lib/tokens.server";
import { type Member, PASSWORD } from "../support/members";
import { sharedServer } from "../support/server";
import { type Case, casesOf, type DeadTokens, refusedVerbs } from "./cases";
import { contents } from "./contents";
import { insertInto } from "./insert";
import { MATRIX } from "./matrix";
import type { Row } from "./row";
import { cookieOf, describeRequest, foreignHeaders, inParallel, madeInTurns } from "./send";
import { picturesOf, uploadsOf } from "./stored";
import { isDead, VIEWER_KINDS, type ViewerKind, World } from "./world";

/**
 * @param isEvery true: all users by all channels, with invalid tokens, unsupported verbs and foreign requests; false:
 *   visitors and users with a session, each by one channel in turn
 */
export async function walkMatrix(isEvery: boolean): Promise<void> {
  const server = await sharedServer();
  describe("everybody at every door", { timeout: isEvery ? 480_000 : 240_000 }, () => {
    const dead: DeadTokens = {};
    let passwordHash = "";

    /** One admin logged out, one suspended. */
    async function makeDeadTokens(keeper: Member): Promise<void> {
      const [leaver, rogue] = await Promise.all(["Lea", "Rob"].map((name) => server.signUpAdmin(name)));
      dead["logged out"] = await server.bearerOf(leaver!);
      await leaver!.browser.api("POST", "/users/logout", undefined, { token: dead["logged out"] });
      dead.deactivated = await server.bearerOf(rogue!);
      await keeper.browser.api("PATCH", `/users/${rogue!.id}`, { active: false });
      // So that the account is refused, not only a missing session.
      const times = { created_at: Date.now(), last_seen_at: Date.now(), expires_at: Date.now() + 3_600_000 };
      const row = { user_id: Number(rogue!.id), token_hash: hashToken(dead.deactivated), ...times };
      server.insert("sessions", row);
    }

    beforeAll(async () => {
      passwordHash = await hashPassword(PASSWORD);
      const keeper = await server.signUpAdmin("Kim");
      await keeper.browser.api("PATCH", "/admin/door", { membersInvite: true });
      if (isEvery) await makeDeadTokens(keeper);
    });

    function caseMaker(quiet?: boolean): (row: Row) => Case[] {
      const { database, url: origin } = server;
      const switchedOff = database.prepare("UPDATE users SET active = 0 WHERE id = ?");
      const site = {
        insert: insertInto(database),
        passwordHash,
        switchOff: (id: number) => switchedOff.run(id).changes,
        keepPicture: picturesOf(server),
        keepUpload: uploadsOf(server),
      };
      const world = (viewer: ViewerKind) => new World(site, viewer);
      const viewers = isEvery ? VIEWER_KINDS : VIEWER_KINDS.filter((viewer) => !isDead(viewer));
      const turn = (row: Row) => (isEvery ? {} : { turn: Math.max(0, MATRIX.indexOf(row)) });
      // One transaction per row: the server waits at most 5 s for a write.
      return database.transaction((row: Row) => casesOf(row, { world, dead, origin, viewers }, { quiet, ...turn(row) }))
        .immediate;
    }

    async function faultsOf(cases: Case[]): Promise<string[]> {
      const faults: string[] = [];
      await inParallel(cases, async (testCase) => {
        const fault = await describeRequest(testCase, server.url);
        if (fault !== "") faults.push(fault);
      });
      return faults.sort();
    }

    test("gets what the matrix says; who is refused has changed nothing", async () => {
      server.allowFault(/fault in a browser/);
      const first = server.value("SELECT max(id) FROM users");
      const quiet = await madeInTurns(server, MATRIX, caseMaker(true));
      expect(quiet.length).toBeGreaterThan(1_000);
      const before = await contents(server.database);
      expect(await faultsOf(quiet)).toEqual([]);
      expect(await contents(server.database)).toEqual(before);
      const casesFor = caseMaker(false);
      const demote = server.database.prepare("UPDATE users SET role = 'user' WHERE role = 'admin' AND id > ?");
      const faults: string[] = [];
      let init = 0;
      for (const row of MATRIX) {
        // Pending content notifies every admin: with hundreds a write takes seconds.
        demote.run(first);
        // Late, because codes are valid for a minute.
        const writes = casesFor(row);
        init += writes.length;
        faults.push(...(await faultsOf(writes)));
      }
      expect(init).toBeGreaterThan(isEvery ? 500 : 250);
      expect(faults).toEqual([]);
    });

    if (isEvery) {
      test("is refused every other verb", async () => {
        const cases = await madeInTurns(server, refusedVerbs(), caseMaker(true));
        const before = await contents(server.database);
        expect([await faultsOf(cases), await contents(server.database)]).toEqual([[], before]);
      });
    }

    test("no write whose If-Match names another version does anything", async () => {
      const writes = MATRIX.filter(
        ({ route, verb }) => route.startsWith("api/v1/") && ["PATCH", "PUT", "DELETE"].includes(verb),
      );
      const make = caseMaker(false);
      const all = await madeInTurns(server, writes, (row) => make({ ...row, viewers: ["owner", "admin"] }));
      const cases = all.map((testCase): Case => {
        const headers = { ...testCase.init.headers, "If-Match": '"another"' };
        return { ...testCase, init: { ...testCase.init, headers }, expected: 412 };
      });
      const before = await contents(server.database);
      expect(cases.length).toBeGreaterThan(20);
      expect([await faultsOf(cases), await contents(server.database)]).toEqual([[], before]);
    });

    test("no write that another site has started with our cookie does anything", async () => {
      const { database, url } = server;
      // One-click unsubscribe is cross-site, without a session: see `tests/web/unsubscribe.test.ts`.
      const writes = MATRIX.filter(({ verb, route }) => verb !== "GET" && route !== "unsubscribe/:token");
      const make = caseMaker();
      const all = await madeInTurns(server, writes, (row) => make({ ...row, viewers: ["owner", "admin"] }));
      const cases = all.filter(({ channel }) => channel !== "bearer");
      const foreign = Object.values(foreignHeaders(url));
      const tries = cases.flatMap((testCase, index) =>
        (isEvery ? foreign : [foreign[index % foreign.length]!]).map((headers) => ({ ...testCase, headers })),
      );
      const before = await contents(database);
      const admit: string[] = [];
      await inParallel(tries, async ({ name, path, init, token, headers }) => {
        const { Origin: _, "Sec-Fetch-Site": __, ...own } = init.headers;
        const cookie = token === undefined ? "paddock_session=x" : await cookieOf(token, url);
        const requestInit = { ...init, headers: { ...own, ...headers, Cookie: cookie }, redirect: "manual" as const };
        const answer = await fetch(url + path, requestInit);
        await answer.body?.cancel();
        if (answer.status !== 403) admit.push(`${name} with ${JSON.stringify(headers)}: ${answer.status}`);
      });
      expect(tries.length).toBeGreaterThan(100);
      expect([admit, await contents(database)]).toEqual([[], before]);
    });
  });
}
