import type { z } from "zod";
import { DomainError, type FieldErrors } from "./errors";
import { asciiDigits } from "./numbers";

const fromJson = new WeakSet<object>();

/**
 * Marks `values` as parsed JSON, with typed members. Form and query values are text, parsed by the fields.
 * @returns the same `values`
 */
export function asJson<T extends object>(values: T): T {
  fromJson.add(values);
  return values;
}

export const isJson = (values: object): boolean => fromJson.has(values);

/** A value of the wrong type: every field rejects it with its own message. */
const wrong = (value: unknown) => Object.freeze({ sent: value });
const WRONG_OBJECT = Object.freeze([]);

interface Shape {
  type?: string | string[];
  anyOf?: Shape[];
}

/** `parts[0][name]`. */
const IN_ROW = /^(\w+)\[(\d+)\]\[(\w+)\]$/;

/** Longer than any list; rows with a higher index follow, so that none is lost or takes memory. */
const LAST_PLACE = 99;

/** `announcement[text]`. */
const IN_OBJECT = /^(\w+)\[([a-z]\w*)\]$/i;

/** Only declared objects: a name like `name[regex]` is a plain field. */
function withObjects(schema: z.ZodType, values: object): object {
  const objects: Record<string, Record<string, unknown>> = {};
  for (const [field, value] of Object.entries(values)) {
    const [, name, member] = IN_OBJECT.exec(field) ?? [];
    if (name === undefined || member === undefined || !declaredTypes(schema).get(name)?.includes("object")) continue;
    objects[name] = { ...objects[name], [member]: value };
  }
  return { ...values, ...objects };
}

/** Into lists of objects. */
function withRows(values: object): object {
  const lists = new Map<string, Map<number, Map<string, unknown>>>();
  for (const [field, value] of Object.entries(values)) {
    const [, list, at, member] = IN_ROW.exec(field) ?? [];
    if (list === undefined || member === undefined) continue;
    const rows = lists.get(list) ?? new Map<number, Map<string, unknown>>();
    const row = rows.get(Number(at)) ?? new Map<string, unknown>();
    lists.set(list, rows.set(Number(at), row.set(member, value)));
  }
  if (lists.size === 0) return values;
  const objects = [...lists].map(
    ([list, rows]) => [list, inPlaces(rows).map((row) => Object.fromEntries(row ?? []))] as const,
  );
  return { ...values, ...Object.fromEntries(objects) };
}

function inPlaces<Row>(rows: ReadonlyMap<number, Row>): (Row | undefined)[] {
  const [near, far] = [[...rows.keys()].filter((at) => at <= LAST_PLACE), [...rows].filter(([at]) => at > LAST_PLACE)];
  const length = far.length > 0 ? LAST_PLACE + 1 : Math.max(-1, ...near) + 1;
  return [...Array.from({ length }, (_, index) => rows.get(index)), ...far.map(([, row]) => row)];
}

const typesOf = ({ type = [], anyOf = [] }: Shape): string[] => [...[type].flat(), ...anyOf.flatMap(typesOf)];

const declared = new WeakMap<z.ZodType, Map<string, string[]>>();

/** As in the OpenAPI document; no entry without a declared type. */
function declaredTypes(schema: z.ZodType): Map<string, string[]> {
  let types = declared.get(schema);
  if (!types) {
    const { properties = {} } = schema.toJSONSchema({ unrepresentable: "any" }) as {
      properties?: Record<string, Shape>;
    };
    types = new Map(Object.entries(properties).map(([name, shape]) => [name, typesOf(shape)]));
    declared.set(schema, types);
  }
  return types;
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return "array";
  return Number.isInteger(value) ? "integer" : typeof value;
}

/**
 * Replaces undeclared types by `wrong` values. Null counts as missing, except if declared: there it clears. The field
 * handles "" for a number.
 */
function withTypes(schema: z.ZodType, values: object): object {
  const types = declaredTypes(schema);
  const fits = (value: unknown, allowed: string[]) =>
    (value === "" && (allowed.includes("integer") || allowed.includes("number"))) ||
    allowed.length === 0 ||
    allowed.includes(typeOf(value)) ||
    (Number.isInteger(value) && allowed.includes("number"));
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const allowed = types.get(name) ?? [];
      if (value === null) return allowed.includes("null") ? [[name, null]] : [];
      return [[name, fits(value, allowed) ? value : allowed.includes("object") ? WRONG_OBJECT : wrong(value)]];
    }),
  );
}

/** Typed numbers and codes may have the digits of any script. */
function withAsciiDigits(schema: z.ZodType, values: object): object {
  const types = declaredTypes(schema);
  const isNumeric = (name: string) =>
    name === "code" || (types.get(name) ?? []).some((type) => type === "integer" || type === "number");
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === "string" && isNumeric(name) ? asciiDigits(value) : value,
    ]),
  );
}

/** `title`, `repeat[until]`, or `parts[0][name]` in a row, in forms and JSON alike. */
function fieldOf([name, at, member]: readonly PropertyKey[]): string {
  if (typeof at === "string" && member === undefined) return `${String(name)}[${at}]`;
  return member === undefined ? String(name) : `${String(name)}[${String(at)}][${String(member)}]`;
}

export const isEmptyChange = (change: object) => Object.values(change).every((value) => value === undefined);

/**
 * Ignores unknown members. In JSON (see `asJson`) a member of an undeclared type is refused, and undeclared null counts
 * as missing. Form fields `parts[0][name]` become rows, `announcement[text]` a member of an object.
 * @throws DomainError invalid: `message` is about the whole input, else the first issue; `fields` has one message per
 *   field, in the schema's order
 */
export function decode<S extends z.ZodType>(schema: S, values: unknown): z.output<S> {
  const object = typeof values === "object" && values !== null && !Array.isArray(values) ? values : {};
  const parsed = schema.safeParse(
    fromJson.has(object)
      ? asJson(withTypes(schema, object))
      : withRows(withObjects(schema, withAsciiDigits(schema, object))),
  );
  if (parsed.success) return parsed.data;
  // A field's own issues precede comparisons of fields.
  const order = "shape" in schema ? Object.keys(schema.shape as object) : [];
  const placeOf = ({ path }: z.core.$ZodIssue) => order.indexOf(String(path[0]));
  const issues = parsed.error.issues.toSorted((a, b) => placeOf(a) - placeOf(b));
  const whole = issues.find(({ path }) => path.length === 0);
  const fields: FieldErrors = {};
  for (const { path, message } of issues) if (path.length > 0) fields[fieldOf(path)] ??= [message];
  throw new DomainError("invalid", (whole ?? issues[0])?.message ?? "Something went wrong.", fields);
}
