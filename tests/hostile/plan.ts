import fc from "fast-check";
import type { Row } from "../permissions/row";
import { BODIES, QUERIES, SEGMENTS, TAILS, TEXTS, VALUES } from "./corpus";
import { fieldNames, queryNames } from "./fields";
import { HEADER_NAMES, HEADER_VALUES, HOSTS } from "./headers";

/** A member's value, as JSON writes it and as a form does. */
export interface Value {
  json: string;
  text: string;
}

export type PlannedBody =
  | { kind: "members"; as: "json" | "form" | "parts"; changed: [name: string, value: Value][] }
  | { kind: "text"; text: string; type?: string; headers?: Record<string, string> };

/** A hostile request, independent of the database rows it will concern. */
export interface Plan {
  person: "visitor" | "member" | "owner" | "other" | "admin";
  channel: "cookie" | "bearer" | "data";
  verb: string;
  /** Raw values of the path's parameters. */
  segments: Record<string, string>;
  /** Appended to path and query, raw. */
  tail: string;
  query: [name: string, text: string][];
  /** Added to a browser's headers. */
  headers: [name: string, value: string][];
  /** Default: the row's own body. */
  body?: PlannedBody;
  /** A false Content-Length. */
  length?: string;
}

const SPECIAL_NAMES = [
  "__proto__",
  "constructor",
  "toString",
  "length",
  "then",
  "",
  "intent",
  "_method",
  "a[]",
  "$where",
];
const RAW_NUMBERS = ["1e999", "-1e999", "-0", "9".repeat(400), "0.1e-400", "1e308", "9007199254740993"];

/** An unusual text: from the corpus, random characters, lone surrogates, or long. */
const text: fc.Arbitrary<string> = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...TEXTS) },
  { weight: 3, arbitrary: fc.string({ unit: "binary", maxLength: 60 }) },
  { weight: 1, arbitrary: fc.string({ unit: "grapheme", maxLength: 200 }) },
  {
    weight: 1,
    arbitrary: fc.string({
      unit: fc.constantFrom("\ud800", "\udfff", "\0", "\r\n", "'", '"', "<", "%"),
      maxLength: 40,
    }),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom("a", "ﷺ", "\u0301", "<b>", "\\"), fc.integer({ min: 1, max: 30_000 }))
      .map(([part, times]) => part.repeat(times)),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constantFrom(...TEXTS), fc.constantFrom(...TEXTS)).map((parts) => parts.join(" ")),
  },
);

const plain = (value: unknown): Value => ({
  json: JSON.stringify(value),
  text: typeof value === "string" ? value : JSON.stringify(value),
});

const anything: fc.Arbitrary<Value> = fc.oneof(
  { weight: 5, arbitrary: text.map(plain) },
  { weight: 2, arbitrary: fc.constantFrom(...VALUES).map(plain) },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 6, stringUnit: "binary" }).map(plain) },
  { weight: 1, arbitrary: fc.constantFrom(...RAW_NUMBERS).map((number) => ({ json: number, text: number })) },
  {
    weight: 1,
    arbitrary: fc.integer({ min: 1, max: 3_000 }).map((depth) => {
      const json = "[".repeat(depth) + "]".repeat(depth);
      return { json, text: json };
    }),
  },
);

const segment = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...SEGMENTS) },
  {
    weight: 1,
    arbitrary: fc
      .string({ unit: "binary", minLength: 1, maxLength: 20 })
      .map((typed) => encodeURIComponent(typed.toWellFormed())),
  },
  {
    weight: 1,
    arbitrary: fc.string({
      unit: fc.constantFrom("%2f", "%2F", ".", "%5c", "%00", "%0d", "%0a", "a", ";", ":", "~"),
      minLength: 1,
      maxLength: 12,
    }),
  },
);

const tail = fc.oneof(
  { weight: 20, arbitrary: fc.constant("") },
  { weight: 4, arbitrary: fc.constantFrom(...QUERIES) },
  { weight: 1, arbitrary: fc.constantFrom(...TAILS) },
);

const header: fc.Arbitrary<[string, string]> = fc.oneof(
  { weight: 12, arbitrary: fc.tuple(fc.constantFrom(...HEADER_NAMES), fc.constantFrom(...HEADER_VALUES)) },
  {
    weight: 2,
    arbitrary: fc.tuple(
      fc.constantFrom(...HEADER_NAMES),
      fc.string({ unit: fc.integer({ min: 32, max: 255 }).map((code) => String.fromCharCode(code)), maxLength: 80 }),
    ),
  },
  { weight: 1, arbitrary: fc.tuple(fc.constant("Host"), fc.constantFrom(...HOSTS)) },
);

const rawBody: fc.Arbitrary<PlannedBody> = fc.oneof(
  fc.constantFrom(...BODIES).map((body): PlannedBody => ({ kind: "text", ...body })),
  fc
    .json({ maxDepth: 8, stringUnit: "binary" })
    .map((json): PlannedBody => ({ kind: "text", type: "application/json", text: json })),
  fc
    .tuple(
      fc.constantFrom(
        "application/json",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=b",
        "text/plain",
      ),
      text,
    )
    .map(([type, raw]): PlannedBody => ({ kind: "text", type, text: raw })),
  // Sizes around the body limit.
  fc
    .tuple(
      fc.constantFrom("application/json", "application/x-www-form-urlencoded"),
      fc.integer({ min: 60_000, max: 400_000 }),
    )
    .map(
      ([type, length]): PlannedBody => ({
        kind: "text",
        type,
        text: type.endsWith("json") ? `{"name":"${"a".repeat(length)}"}` : `name=${"a".repeat(length)}`,
      }),
    ),
);

/** Present once in `oneIn` times. */
const rarely = <T>(arbitrary: fc.Arbitrary<T>, oneIn: number): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: oneIn - 1, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });

function bodyFor(row: Row): fc.Arbitrary<PlannedBody | undefined> {
  const own = fieldNames(row.verb, row.route);
  const name = fc.constantFrom(...(own.length > 0 ? [...own, ...own, ...own] : []), ...SPECIAL_NAMES);
  const usual = row.picture !== undefined ? "parts" : row.kind === "call" ? "json" : "form";
  const as = fc.oneof(
    { weight: 5, arbitrary: fc.constant(usual) },
    { weight: 1, arbitrary: fc.constantFrom("json", "form", "parts") },
  );
  const changed = fc.array(fc.tuple(name, anything), { minLength: 1, maxLength: 4 });
  const members = fc.record({
    kind: fc.constant("members" as const),
    as: as as fc.Arbitrary<"json" | "form" | "parts">,
    changed,
  });
  const body = fc.oneof({ weight: 4, arbitrary: members }, { weight: 1, arbitrary: rawBody });
  // Reads seldom have a body, writes nearly always.
  return row.verb === "GET" ? rarely(body, 12) : fc.option(body, { nil: undefined, freq: 10 });
}

/** Arbitrary hostile requests to one row of the matrix. Most are valid enough to get past the first check. */
export function plansFor(row: Row): fc.Arbitrary<Plan> {
  const parameters = [...row.route.matchAll(/:(file\.xml|\w+)/g)].map(([, name = ""]) => name);
  const names = queryNames(row.verb, row.route);
  const queryName = fc.constantFrom(
    ...names,
    ...names,
    ...names,
    ...SPECIAL_NAMES,
    "page",
    "limit",
    "_routes",
    "index",
  );
  const channels = row.kind === "page" ? (["cookie", "cookie", "data"] as const) : (["cookie", "bearer"] as const);
  return fc.record(
    {
      person: fc.constantFrom("visitor", "member", "owner", "owner", "other", "admin", "admin"),
      channel: fc.constantFrom(...channels),
      verb: fc.oneof(
        { weight: 14, arbitrary: fc.constant(row.verb as string) },
        {
          weight: 1,
          arbitrary: fc.constantFrom(
            "GET",
            "HEAD",
            "POST",
            "PUT",
            "PATCH",
            "DELETE",
            "OPTIONS",
            "TRACE",
            "PROPFIND",
            "BREW",
            "get",
            "CONNECT",
          ),
        },
      ),
      segments: fc
        .record(Object.fromEntries(parameters.map((name) => [name, segment])), { requiredKeys: [] })
        .chain((all) =>
          fc.oneof(
            { weight: 3, arbitrary: fc.constant({}) },
            { weight: 1, arbitrary: fc.constant(all as Record<string, string>) },
          ),
        ),
      tail,
      query: fc.array(fc.tuple(queryName, text), { maxLength: row.verb === "GET" ? 4 : 1 }),
      headers: fc.array(header, { maxLength: 3 }),
      body: bodyFor(row),
      length: rarely(fc.constantFrom("0", "1", "-1", "1e3", "99999999999999999999", "10000000", "5, 5", ""), 25),
    },
    { requiredKeys: ["person", "channel", "verb", "segments", "tail", "query", "headers"] },
  );
}
