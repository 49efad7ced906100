import { describe, expect, test } from "vitest";
import { hashPassword } from "~/features/accounts/passwords.server";
import { openApiDocument } from "~/http/api/openapi.server";
import { pathOf, RESPONDING_VIEWERS } from "../permissions/cases";
import { contents } from "../permissions/contents";
import { MATRIX } from "../permissions/matrix";
import type { Row } from "../permissions/row";
import { cookieOf, inParallel } from "../permissions/send";
import { World } from "../permissions/world";
import { API_CALLS } from "../support/api-calls";
import { PASSWORD } from "../support/members";
import { sharedServer } from "../support/server";

type Shape = { type?: string | string[]; anyOf?: Shape[] };

const typesIn = ({ type = [], anyOf = [] }: Shape): string[] => [...[type].flat(), ...anyOf.flatMap(typesIn)];

interface Call {
  verb: string;
  /** As in `app/routes.ts`, without `?`. */
  route: string;
  members: [name: string, types: string[]][];
}

type Paths = Record<
  string,
  Record<string, { requestBody?: { content: Record<string, { schema: { properties: Record<string, Shape> } }> } }>
>;

/** Calls with JSON members in the OpenAPI document. */
const CALLS: Call[] = Object.entries((openApiDocument(API_CALLS, "session") as { paths: Paths }).paths)
  .flatMap(([path, item]) =>
    Object.entries(item).map(([method, { requestBody }]) => ({
      verb: method.toUpperCase(),
      route: `api/v1${path}`.replace(/\{(\w+)\}/g, ":$1"),
      members: Object.entries(requestBody?.content["application/json"]?.schema.properties ?? {}).map(
        ([name, shape]): [string, string[]] => [name, typesIn(shape)],
      ),
    })),
  )
  .filter(({ members }) => members.length > 0);

const isCall = ({ method, path }: { method: string; path: string }, verb: string, route: string) =>
  method === verb && `api/v1${path}`.replace(/\{(\w+)\}/g, ":$1") === route;

const nameOf = ({ verb, route }: Call) => `${verb} /${route}`;

const typeOf = (value: unknown) =>
  Array.isArray(value) ? "array" : Number.isInteger(value) ? "integer" : typeof value;

/** An integer is a number too. */
const isOf = (types: string[], value: unknown) =>
  types.includes(typeOf(value)) || (types.includes("number") && typeof value === "number");

/** The value as a form's text; a text's number or boolean. */
function lookalikes(value: unknown): unknown[] {
  if (typeof value === "string") return Number.isInteger(Number(value)) ? [Number(value)] : [];
  return value === undefined ? [] : [String(value)];
}

/** An object without a text conversion. */
const VAGUE = { toString: 1, valueOf: 1 };

/** Values of all undeclared types. */
const wrongValues = (types: string[], example: unknown) =>
  [5, 1.5, 1, "5", "true", "on", [], ["a"], {}, VAGUE, { a: 1 }, true, ...lookalikes(example)].filter(
    (value) => !isOf(types, value),
  );

const succeeds = (answer: unknown) => typeof answer === "number" && answer < 300;

/** The permission row in which the call succeeds. */
function goodRow({ verb, route }: Call): Row {
  const rows = MATRIX.filter((row) => row.verb === verb && row.route.replace("?", "") === route);
  const row = rows.find(({ expected }) => expected.some(succeeds));
  if (!row) throw new Error(`nobody may ${verb} /${route}`);
  return row;
}

const server = await sharedServer();
const passwordHash = await hashPassword(PASSWORD);

describe("a member of the wrong type in a JSON body", () => {
  function worldFor({ expected }: Row): World {
    return new World(
      { insert: server.insert, passwordHash, switchOff: () => 0 },
      RESPONDING_VIEWERS[expected.findIndex(succeeds)]!,
    );
  }

  /** @returns the faults, per wrong value */
  function faultsOf(call: Call, world: World, row: Row): (() => Promise<string[]>)[] {
    const path = pathOf(row, world);
    const body = (typeof row.send === "function" ? row.send(world) : row.send) ?? {};
    return call.members.flatMap(([name, types]) =>
      wrongValues(types, body[name]).map((value) => async () => {
        const response = await fetch(server.url + path, {
          method: call.verb,
          headers: { "Content-Type": "application/json", Authorization: `Bearer ${world.sessionToken}` },
          body: JSON.stringify({ ...body, [name]: value }),
        });
        const { errors } = (await response.json().catch(() => ({}))) as { errors?: Record<string, string[]> };
        if (response.status === 400 && errors?.[name]?.length) return [];
        return [`${nameOf(call)} ${name}: ${JSON.stringify(value)} is ${response.status} ${JSON.stringify(errors)}`];
      }),
    );
  }

  test("is refused at that member by every call, and nothing is written", { timeout: 120_000 }, async () => {
    expect(CALLS.length).toBeGreaterThan(20);
    const requests = server.database
      .transaction(() =>
        CALLS.flatMap((call) => {
          const row = goodRow(call);
          return faultsOf(call, worldFor(row), row);
        }),
      )
      .immediate();
    expect(requests.length).toBeGreaterThan(300);
    const before = await contents(server.database);
    const faults: string[] = [];
    await inParallel(requests, async (request) => {
      faults.push(...(await request()));
    });
    expect([faults.sort(), await contents(server.database)]).toEqual([[], before]);
  });

  test("null counts as omitted in a change, and an empty change changes nothing", async () => {
    const changes = CALLS.filter(({ verb, route }) =>
      API_CALLS.some((call) => call.isPartial && isCall(call, verb, route)),
    );
    expect(changes.length).toBeGreaterThan(8);
    const worlds = server.database
      .transaction(() =>
        changes.map((call) => {
          const row = goodRow(call);
          const world = worldFor(row);
          return { call, world, path: pathOf(row, world) };
        }),
      )
      .immediate();
    const before = await contents(server.database);
    for (const { call, world, path } of worlds) {
      const nulls = call.members.filter(([, types]) => !types.includes("null")).map(([name]) => [name, null]);
      for (const body of [{}, Object.fromEntries(nulls)]) {
        const { status } = await fetch(server.url + path, {
          method: call.verb,
          headers: { "Content-Type": "application/json", Authorization: `Bearer ${world.sessionToken}` },
          body: JSON.stringify(body),
        });
        expect([nameOf(call), status]).toEqual([nameOf(call), 200]);
      }
    }
    expect(await contents(server.database)).toEqual(before);
  });

  test("is refused by a page as well", async () => {
    const world = worldFor(goodRow({ verb: "POST", route: "api/v1/vehicles", members: [] }));
    world.vehicleId;
    const send = async (year: unknown) => {
      const { status } = await fetch(`${server.url}/vehicles/new`, {
        method: "POST",
        headers: {
          "Content-Type": "application/json",
          Cookie: await cookieOf(world.sessionToken!, server.url),
          Origin: server.url,
          "Sec-Fetch-Site": "same-origin",
        },
        body: JSON.stringify({ make: "Lancia", model: "Fulvia", year }),
        redirect: "manual",
      });
      return status;
    };
    expect([await send("1969"), await send(1969)]).toEqual([400, 302]);
  });
});
