import { pathOf } from "../permissions/cases";
import type { Row } from "../permissions/row";
import { onePixel } from "../permissions/stored";
import type { World } from "../permissions/world";
import type { Plan, PlannedBody } from "./plan";

export interface WrittenRequest {
  path: string;
  bytes: Buffer;
  /** Content-Length exceeds the body: the server may not respond. */
  unfinished: boolean;
}

const BOUNDARY = "paddock-hostile";
type Headers = [name: string, value: string][];

/**
 * Serializes a plan.
 * @param origin as a browser sends it
 * @param cookie `name=value`
 */
export function writeRequest(
  row: Row,
  plan: Plan,
  world: World,
  { origin, cookie }: { origin: string; cookie: string | undefined },
): WrittenRequest {
  const path = addressOf(row, plan, world);
  const body = bodyOf(row, plan, world);
  const usual: Headers = [
    ["Host", new URL(origin).host],
    ["Connection", "close"],
    ...credentials(plan, world, cookie, origin),
    ...body.headers,
  ];
  const headerNames = new Set(plan.headers.map(([name]) => name.toLowerCase()));
  const headers = [...usual.filter(([name]) => !headerNames.has(name.toLowerCase())), ...plan.headers];
  const length =
    plan.length ?? (body.bytes.length > 0 || body.headers.length > 0 ? String(body.bytes.length) : undefined);
  if (length !== undefined) headers.push(["Content-Length", length]);
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  const head = Buffer.from(`${plan.verb} ${path} HTTP/1.1\r\n${lines}\r\n`, "latin1");
  const unfinished =
    plan.length !== undefined ||
    ["transfer-encoding", "upgrade", "connection", "expect"].some((name) => headerNames.has(name)) ||
    plan.verb === "CONNECT";
  return { path, bytes: Buffer.concat([head, body.bytes]), unfinished };
}

function addressOf(row: Row, plan: Plan, world: World): string {
  const plain = pathOf(row, world, plan.segments);
  const path = plan.channel !== "data" || plain.includes("?") ? plain : plain === "/" ? "/_root.data" : `${plain}.data`;
  const query = plan.query.map(([name, value]) => `${encode(name)}=${encode(value)}`).join("&");
  const tail = query !== "" && plan.tail.startsWith("?") ? `&${plan.tail.slice(1)}` : plan.tail;
  return plan.tail.startsWith("?") || query === ""
    ? `${path}${query && `?${query}`}${tail}`
    : `${path}${tail}?${query}`;
}

function credentials({ channel }: Plan, { sessionToken }: World, cookie: string | undefined, origin: string): Headers {
  if (channel === "bearer") return sessionToken === null ? [] : [["Authorization", `Bearer ${sessionToken}`]];
  const ownHeaders: Headers = [
    ["Origin", origin],
    ["Sec-Fetch-Site", "same-origin"],
  ];
  return cookie === undefined ? ownHeaders : [...ownHeaders, ["Cookie", cookie]];
}

function encode(text: string): string {
  const bytesOf = (code: number) => [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)];
  return [...text]
    .map((character) => {
      const code = character.charCodeAt(0);
      if (character.length > 1 || code < 0xd800 || code > 0xdfff) return encodeURIComponent(character);
      return bytesOf(code)
        .map((byte) => `%${byte.toString(16)}`)
        .join("");
    })
    .join("");
}

const membersOf = (row: Row, world: World) => (typeof row.send === "function" ? row.send(world) : (row.send ?? {}));

type Sent = { headers: Headers; bytes: Buffer };

function bodyOf(row: Row, { body, verb }: Plan, world: World): Sent {
  const planned: PlannedBody = body ?? {
    kind: "members",
    as: row.picture !== undefined ? "parts" : row.kind === "call" ? "json" : "form",
    changed: [],
  };
  if (planned.kind === "text") {
    const type: Headers = planned.type === undefined ? [] : [["Content-Type", planned.type]];
    return { headers: [...type, ...Object.entries(planned.headers ?? {})], bytes: Buffer.from(planned.text) };
  }
  if (body === undefined && (verb === "GET" || verb === "HEAD")) return { headers: [], bytes: Buffer.alloc(0) };
  const changedNames = new Set(planned.changed.map(([name]) => name));
  const otherMembers = Object.entries(membersOf(row, world)).filter(([name]) => !changedNames.has(name));
  const members = [
    ...otherMembers.map(([name, value]) => [name, { json: JSON.stringify(value), text: String(value) }] as const),
    ...planned.changed,
  ];
  switch (planned.as) {
    case "json": {
      const text = members.map(([name, { json }]) => `${JSON.stringify(name)}:${json}`).join(",");
      return { headers: [["Content-Type", "application/json"]], bytes: Buffer.from(`{${text}}`) };
    }
    case "form": {
      const text = members.map(([name, value]) => `${encode(name)}=${encode(value.text)}`).join("&");
      return { headers: [["Content-Type", "application/x-www-form-urlencoded"]], bytes: Buffer.from(text) };
    }
    case "parts": {
      const part = (name: string, more = "") =>
        `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`;
      const texts = members.map(([name, value]) => Buffer.from(`${part(name)}${value.text}\r\n`));
      const head = Buffer.from(part(row.picture ?? "", '; filename="a.gif"\r\nContent-Type: image/gif'));
      const picture = row.picture === undefined ? [] : [head, onePixel, Buffer.from("\r\n")];
      const bytes = Buffer.concat([...texts, ...picture, Buffer.from(`--${BOUNDARY}--\r\n`)]);
      return { headers: [["Content-Type", `multipart/form-data; boundary=${BOUNDARY}`]], bytes };
    }
  }
}
