import { pathOf } from "../permissions/cases";
import type { Row } from "../permissions/row";
import type { World } from "../permissions/world";
import { BODIES, picker, QUERIES, SEGMENTS, TEXTS, VALUES } from "./corpus";
import { fieldNames, queryNames } from "./fields";

/** A hostile request, sent by the person with the most rights. */
export interface Hostile {
  verb: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
  token: string | undefined;
}

/** How many corpus entries each name, parameter and route gets. */
const SHARE = { texts: 4, values: 3, formTexts: 3, segments: 3, queries: 1, bodies: 3 };

const pick = picker(20_260_101);

/** Who has the most rights at a row. */
export const mostTrusted = ({ answers }: Row) => (answers[2] === 403 || answers[2] === 404 ? "admin" : "owner");

/** Creates a world of that person's. */
type MakeWorld = (person: ReturnType<typeof mostTrusted>) => World;

/** Percent-encoded, lone surrogates as the bytes that some clients send for them. */
export function encode(text: string): string {
  return [...text]
    .map((character) => {
      const code = character.charCodeAt(0);
      if (character.length > 1 || code < 0xd800 || code > 0xdfff) return encodeURIComponent(character);
      return [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)]
        .map((byte) => `%${byte.toString(16)}`)
        .join("");
    })
    .join("");
}

export const membersOf = (row: Row, world: World) =>
  typeof row.send === "function" ? row.send(world) : (row.send ?? {});

/** All hostile requests to one row of the matrix. */
export function hostileTo(row: Row, make: MakeWorld, origin: string): Hostile[] {
  const world = () => make(mostTrusted(row));
  const own = { Origin: origin, "Sec-Fetch-Site": "same-origin" };
  const request = (change: (world: World, path: string) => Partial<Hostile>): Hostile => {
    const here = world();
    const path = pathOf(row, here);
    const made = { verb: row.verb, path, headers: {}, token: here.sessionToken ?? undefined, ...change(here, path) };
    return { ...made, headers: { ...own, ...made.headers } };
  };
  const sent = (members: object) =>
    row.kind === "call"
      ? { headers: { "Content-Type": "application/json" }, body: JSON.stringify(members) }
      : {
          headers: { "Content-Type": "application/x-www-form-urlencoded" },
          body: Object.entries(members)
            .map(([name, value]) => `${name}=${encode(String(value))}`)
            .join("&"),
        };

  const names = queryNames(row.verb, row.route);
  const queries = names.flatMap((name) =>
    pick(TEXTS, SHARE.texts).map((text) => request((_, path) => ({ path: `${path}?${name}=${encode(text)}` }))),
  );
  const tails = pick(QUERIES, SHARE.queries).map((tail) => request((_, path) => ({ path: path + tail })));
  const parameters = [...row.route.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
  const segments = parameters.flatMap((name) =>
    pick(SEGMENTS, SHARE.segments).map((segment) =>
      request((here) => ({ path: pathOf(row, here, { [name]: segment }) })),
    ),
  );
  if (row.verb === "GET") return [...queries, ...tails, ...segments];

  const texts = row.kind === "call" ? SHARE.texts : SHARE.formTexts;
  const values = () => [...(row.kind === "call" ? pick(VALUES, SHARE.values) : []), ...pick(TEXTS, texts)];
  const fields = fieldNames(row.verb, row.route).flatMap((name) =>
    values().map((value) => request((here) => sent({ ...membersOf(row, here), [name]: value }))),
  );
  const bodies = pick(BODIES, SHARE.bodies).map(({ type, text, headers }) =>
    request(() => ({ headers: { ...headers, ...(type && { "Content-Type": type }) }, body: text })),
  );
  return [...tails, ...segments, ...fields, ...bodies];
}
