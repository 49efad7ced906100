import fc from "fast-check";
import type { Row } from "../permissions/row";
import { BODIES, HEADER_NAMES, HEADER_VALUES, HOSTS, QUERIES, SEGMENTS, TAILS, TEXTS, VALUES } from "./corpus";
import { fieldNames, queryNames } from "./fields";

export type Value = { json: string; text: string };

export type PlannedBody =
  | { kind: "members"; as: "json" | "form" | "parts"; changed: [name: string, value: Value][] }
  | { kind: "text"; text: string; type?: string; headers?: Record<string, string> };

/** Independent of database rows. */
export interface Plan {
  viewer: "visitor" | "member" | "owner" | "other" | "admin";
  channel: "cookie" | "bearer" | "data";
  verb: string;
  segments: Record<string, string>;
  /** Appended to path and query, raw. */
  tail: string;
  query: [name: string, text: string][];
  headers: [name: string, value: string][];
  body?: PlannedBody;
  /** False Content-Length. */
  length?: string;
}

const SPECIAL_NAMES = "__proto__ constructor toString length then intent _method a[] $where".split(" ").concat("");
const RAW_NUMBERS = ["1e999", "-1e999", "-0", "9".repeat(400), "0.1e-400", "1e308", "9007199254740993"];
const VERBS = "GET HEAD POST PUT PATCH DELETE OPTIONS TRACE PROPFIND BREW get CONNECT".split(" ");
const LENGTHS = ["0", "1", "-1", "1e3", "99999999999999999999", "10000000", "5, 5", ""];
const TEXT_TYPES = ["application/json", "application/x-www-form-urlencoded"];
const TYPES = [...TEXT_TYPES, "multipart/form-data; boundary=b", "text/plain"];

const oneOf = fc.constantFrom;

const weighted = <T>(...choices: [weight: number, arbitrary: fc.Arbitrary<T>][]): fc.Arbitrary<T> =>
  fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));

const broken = fc.string({ unit: oneOf("\ud800", "\udfff", "\0", "\r\n", "'", '"', "<", "%"), maxLength: 40 });
const long = fc
  .tuple(oneOf("a", "ﷺ", "\u0301", "<b>", "\\"), fc.integer({ min: 1, max: 30_000 }))
  .map(([part, times]) => part.repeat(times));

/** From the corpus, random, with lone surrogates, or long. */
const text: fc.Arbitrary<string> = weighted(
  [5, oneOf(...TEXTS)],
  [3, fc.string({ unit: "binary", maxLength: 60 })],
  [1, fc.string({ unit: "grapheme", maxLength: 200 })],
  [1, broken],
  [1, long],
  [1, fc.tuple(oneOf(...TEXTS), oneOf(...TEXTS)).map((parts) => parts.join(" "))],
);

const plain = (value: unknown): Value => ({
  json: JSON.stringify(value),
  text: typeof value === "string" ? value : JSON.stringify(value),
});
const raw = (json: string): Value => ({ json, text: json });

const anything: fc.Arbitrary<Value> = weighted(
  [5, text.map(plain)],
  [2, oneOf(...VALUES).map(plain)],
  [2, fc.jsonValue({ maxDepth: 6, stringUnit: "binary" }).map(plain)],
  [1, oneOf(...RAW_NUMBERS).map(raw)],
  [1, fc.integer({ min: 1, max: 3_000 }).map((depth) => raw("[".repeat(depth) + "]".repeat(depth)))],
);

const bytes = fc.string({ unit: "binary", minLength: 1, maxLength: 20 });
const pieces = oneOf("%2f", "%2F", ".", "%5c", "%00", "%0d", "%0a", "a", ";", ":", "~");
const segment = weighted(
  [4, oneOf(...SEGMENTS)],
  [1, bytes.map((value) => encodeURIComponent(value.toWellFormed()))],
  [1, fc.string({ unit: pieces, minLength: 1, maxLength: 12 })],
);

const tail = weighted([20, fc.constant("")], [4, oneOf(...QUERIES)], [1, oneOf(...TAILS)]);

const latin = fc.integer({ min: 32, max: 255 }).map((code) => String.fromCharCode(code));
const header: fc.Arbitrary<[string, string]> = weighted(
  [12, fc.tuple(oneOf(...HEADER_NAMES), oneOf(...HEADER_VALUES))],
  [2, fc.tuple(oneOf(...HEADER_NAMES), fc.string({ unit: latin, maxLength: 80 }))],
  [1, fc.tuple(fc.constant("Host"), oneOf(...HOSTS))],
);

const asText = (type: string, body: string): PlannedBody => ({ kind: "text", type, text: body });
/** A size near the body limit. */
const large = (type: string, length: number) =>
  asText(type, type.endsWith("json") ? `{"name":"${"a".repeat(length)}"}` : `name=${"a".repeat(length)}`);
const rawBody: fc.Arbitrary<PlannedBody> = fc.oneof(
  oneOf(...BODIES).map((body): PlannedBody => ({ kind: "text", ...body })),
  fc.json({ maxDepth: 8, stringUnit: "binary" }).map((json) => asText("application/json", json)),
  fc.tuple(oneOf(...TYPES), text).map(([type, body]) => asText(type, body)),
  fc.tuple(oneOf(...TEXT_TYPES), fc.integer({ min: 60_000, max: 400_000 })).map((args) => large(...args)),
);

const rarely = <T>(arbitrary: fc.Arbitrary<T>, oneIn: number): fc.Arbitrary<T | undefined> =>
  weighted<T | undefined>([oneIn - 1, fc.constant(undefined)], [1, arbitrary]);

function bodyFor(row: Row): fc.Arbitrary<PlannedBody | undefined> {
  const fieldsOfRow = fieldNames(row.verb, row.route);
  const name = oneOf(...fieldsOfRow, ...fieldsOfRow, ...fieldsOfRow, ...SPECIAL_NAMES);
  const usual = row.picture !== undefined ? "parts" : row.kind === "call" ? "json" : "form";
  const members = fc.record({
    kind: fc.constant("members" as const),
    as: weighted<"json" | "form" | "parts">([5, fc.constant(usual)], [1, oneOf("json", "form", "parts")]),
    changed: fc.array(fc.tuple(name, anything), { minLength: 1, maxLength: 4 }),
  });
  const body = weighted<PlannedBody>([4, members], [1, rawBody]);
  return row.verb === "GET" ? rarely(body, 12) : fc.option(body, { nil: undefined, freq: 10 });
}

/** Most are valid enough for the first check. */
export function plansFor(row: Row): fc.Arbitrary<Plan> {
  const parameters = [...row.route.matchAll(/:(file\.xml|\w+)/g)].map(([, name = ""]) => [name, segment] as const);
  const names = queryNames(row.verb, row.route);
  const queryName = oneOf(...names, ...names, ...names, ...SPECIAL_NAMES, "page", "limit", "_routes", "index");
  const channels = row.kind === "page" ? (["cookie", "cookie", "data"] as const) : (["cookie", "bearer"] as const);
  const someParameters = fc.record(Object.fromEntries(parameters), { requiredKeys: [] });
  const segments = someParameters as fc.Arbitrary<Record<string, string>>;
  return fc.record(
    {
      viewer: oneOf("visitor", "member", "owner", "owner", "other", "admin", "admin"),
      channel: oneOf(...channels),
      verb: weighted([14, fc.constant(row.verb as string)], [1, oneOf(...VERBS)]),
      segments: weighted([3, fc.constant({})], [1, segments]),
      tail,
      query: fc.array(fc.tuple(queryName, text), { maxLength: row.verb === "GET" ? 4 : 1 }),
      headers: fc.array(header, { maxLength: 3 }),
      body: bodyFor(row),
      length: rarely(oneOf(...LENGTHS), 25),
    },
    { requiredKeys: ["viewer", "channel", "verb", "segments", "tail", "query", "headers"] },
  );
}

/** Valid except for one field, with a text of the corpus; two per field. */
export function fieldPlans(row: Row, plainly: Plan): Plan[] {
  const as = row.picture !== undefined ? "parts" : row.kind === "call" ? "json" : "form";
  return fieldNames(row.verb, row.route).flatMap((name, index) =>
    [index, index + 23].map((n): Plan => {
      const value = plain(TEXTS[(row.route.length + 7 * n) % TEXTS.length]);
      return { ...plainly, body: { kind: "members", as, changed: [[name, value]] } };
    }),
  );
}
