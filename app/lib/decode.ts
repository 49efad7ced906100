import type { z } from "zod";
import { DomainError, type FieldErrors } from "./errors";

const fromJson = new WeakSet<object>();

/**
 * Says of `values` that they came as JSON, where each member has a type of its own. All others, of forms and queries,
 * are text, and a field that takes a number or a switch reads it from there.
 * @returns the same `values`
 */
export function asJson<T extends object>(values: T): T {
  fromJson.add(values);
  return values;
}

/** Stands in the place of a value of the wrong type: no field takes it, and each says so in its own words. */
const WRONG = Object.freeze({});

interface Shape {
  type?: string | string[];
  anyOf?: Shape[];
}

const typesOf = ({ type = [], anyOf = [] }: Shape): string[] => [...[type].flat(), ...anyOf.flatMap(typesOf)];

const declared = new WeakMap<z.ZodType, Map<string, string[]>>();

/** The JSON types that each member of a schema may have, as the API's description says; none where a field says nothing. */
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

/** What null means, and that a number is missing where there is no text, the field says. */
function withTypes(schema: z.ZodType, values: object): object {
  const types = declaredTypes(schema);
  const fits = (value: unknown, allowed: string[]) =>
    value === null ||
    (value === "" && allowed.includes("integer")) ||
    allowed.length === 0 ||
    allowed.includes(typeOf(value));
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, fits(value, types.get(name) ?? []) ? value : WRONG]),
  );
}

/**
 * Checks `values` against a feature's schema. Unknown members are ignored; in JSON (see `asJson`) a member of another
 * type than the schema declares is refused.
 * @returns the input the domain works with
 * @throws DomainError invalid: `message` is the first complaint, `fields` has each field's
 */
export function decode<S extends z.ZodType>(schema: S, values: unknown): z.output<S> {
  const object = typeof values === "object" && values !== null && !Array.isArray(values) ? values : {};
  const parsed = schema.safeParse(fromJson.has(object) ? withTypes(schema, object) : object);
  if (parsed.success) return parsed.data;
  const fields: FieldErrors = {};
  for (const issue of parsed.error.issues) {
    const field = issue.path.length > 0 ? String(issue.path[0]) : "form";
    const messages = (fields[field] ??= []);
    if (!messages.includes(issue.message)) messages.push(issue.message);
  }
  const message = parsed.error.issues[0]?.message ?? "Something went wrong.";
  throw new DomainError("invalid", message, fields);
}
