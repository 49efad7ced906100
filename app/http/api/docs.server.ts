import { publicUrl } from "~/env.server";
import { plural } from "~/lib/text";
import type { RouteEntry } from "../context";
import { type ApiEndpoint, listEndpoints, successStatuses } from "./declaration";
import { audienceLabel, changeRule, limitLabel } from "./labels.server";
import { type OpenApiDocument, type Operation, openApiDocument } from "./openapi.server";
import type { JsonSchema } from "./responses.server";

/** A member of a body, a query or a response, for the docs page. */
export interface DocsField {
  /** With what it stands in: "data.garage.name". */
  name: string;
  /** In words: "text, at most 60 characters". */
  type: string;
  /** The shape that it has, which is described by itself. */
  shape?: string;
  required: boolean;
  note?: string;
}

export type DocsEndpoint = ReturnType<typeof callView>;
export type ApiDocsView = ReturnType<typeof apiDocs>;

type Shape = JsonSchema & {
  $ref?: string;
  type?: string | string[];
  anyOf?: Shape[];
  items?: Shape;
  properties?: Record<string, Shape>;
  required?: string[];
};

const WORDS: Record<string, string> = { string: "text", integer: "whole number", boolean: "true or false" };

const nameOf = (ref: string) => ref.replace("#/components/schemas/", "");

function typeOf(shape: Shape): string {
  const { $ref, anyOf, items, type, enum: values, const: only } = shape;
  if ($ref) return nameOf($ref);
  if (anyOf) return [...new Set(anyOf.map(typeOf))].join(" or ");
  if (only !== undefined) return JSON.stringify(only);
  if (Array.isArray(values)) return `one of ${values.map((value) => JSON.stringify(value)).join(", ")}`;
  if (items) return items.format === "binary" ? "files" : `list of ${items.$ref ? typeOf(items) : `${typeOf(items)}s`}`;
  return [type ?? "anything"]
    .flat()
    .map((name) => WORDS[name] ?? name)
    .join(" or ");
}

function boundsOf(shape: Shape): string[] {
  const { minLength, maxLength, minimum, maximum, maxItems, format, default: usual } = shape as Record<string, number>;
  return [
    minLength !== undefined && minLength > 1 ? `at least ${plural(minLength, "character")}` : "",
    maxLength === undefined ? "" : `at most ${plural(maxLength, "character")}`,
    minimum === undefined ? "" : `at least ${minimum}`,
    maximum === undefined ? "" : `at most ${maximum}`,
    maxItems === undefined ? "" : `at most ${maxItems}`,
    format === undefined ? "" : String(format),
    usual === undefined ? "" : `${JSON.stringify(usual)} by default`,
  ].filter(Boolean);
}

function fieldOf(name: string, shape: Shape, required: boolean): DocsField {
  const part = shape.items ?? shape.anyOf?.find(({ $ref }) => $ref) ?? shape;
  return {
    name,
    type: [typeOf(shape), ...boundsOf(shape)].join(", "),
    required,
    ...(part.$ref && { shape: nameOf(part.$ref) }),
    ...(typeof shape.description === "string" && { note: shape.description }),
  };
}

/** The members of an object; those of objects inside it stand in its place, with its name before theirs. */
function fieldsOf({ properties = {}, required = [] }: Shape, before = ""): DocsField[] {
  return Object.entries(properties).flatMap(([name, shape]) => {
    const whole = before + name;
    const inside = shape.properties ? shape : shape.anyOf?.find((one) => one.properties);
    if (inside) return fieldsOf(inside, `${whole}.`);
    return fieldOf(whole, shape, required.includes(name));
  });
}

/** Without `fields` it takes none. */
function bodyOf({ requestBody }: Operation) {
  if (!requestBody) return null;
  const { content } = requestBody;
  const { schema } = content["multipart/form-data"] ?? content["application/json"] ?? {};
  const kinds = ["JSON", "form-encoded", ...("multipart/form-data" in content ? ["multipart"] : [])].join(", ");
  return { kinds, fields: schema ? fieldsOf(schema as Shape) : [] };
}

/** How a list counts itself. */
const COUNTS = ["results", "total", "page", "limit"];

/** Of a list, without the members that count it, which are the same for all. */
function responsesOf(call: ApiEndpoint, { responses }: Operation) {
  const statuses = successStatuses(call);
  const response = responses[String(statuses[0])];
  const [kind, one] = Object.entries((response && "content" in response && response.content) || {})[0] ?? ["none"];
  const schema = one?.schema as Shape | undefined;
  const members = schema ? fieldsOf(schema).filter(({ name }) => name !== "status") : [];
  const isList = members.some(({ name }) => name === "results");
  const fields = isList ? members.filter(({ name }) => !COUNTS.includes(name)) : members;
  return { statuses: statuses.join(", "), kind, isList, fields };
}

const idOf = ({ method, path }: ApiEndpoint) => `${method}${path.replace(/\W+/g, "-")}`.toLowerCase().replace(/-$/, "");

function callView(call: ApiEndpoint, document: OpenApiDocument, origin: string) {
  const operation = document.paths[call.path]?.[call.method.toLowerCase()];
  if (!operation) throw new Error(`${call.method} ${call.path} is not described`);
  const parameters = operation.parameters ?? [];
  return {
    id: idOf(call),
    method: call.method,
    path: `/api/v1${call.path}`,
    summary: call.summary,
    note: changeRule(call, operation.requestBody?.content["application/json"]?.schema) ?? null,
    who: audienceLabel(call),
    limit: limitLabel(call),
    inPath: parameters.filter((one) => one.in === "path").map(({ name }) => name),
    query: parameters
      .filter((one) => one.in === "query")
      .map(({ name, schema }) => fieldOf(name, schema as Shape, false)),
    body: bodyOf(operation),
    responses: responsesOf(call, operation),
    example: exampleRequest(call, operation, origin),
  };
}

const TITLES: Record<string, string> = { openapi: "OpenAPI", held: "Held back" };
const titleOf = (tag: string) => TITLES[tag] ?? tag.charAt(0).toUpperCase() + tag.slice(1);

function apiDocs(calls: readonly ApiEndpoint[], origin: string) {
  const document = openApiDocument(calls, "session");
  const groups = new Map<string, DocsEndpoint[]>();
  for (const call of calls) {
    const tag = document.paths[call.path]?.[call.method.toLowerCase()]?.tags[0] ?? "";
    groups.set(tag, [...(groups.get(tag) ?? []), callView(call, document, origin)]);
  }
  return {
    origin,
    groups: [...groups].map(([tag, list]) => ({ id: `group-${tag}`, title: titleOf(tag), calls: list })),
    shapes: Object.entries(document.components.schemas)
      .map(([name, shape]) => ({ name, fields: fieldsOf(shape as Shape) }))
      .sort((one, other) => one.name.localeCompare(other.name)),
  };
}

let known: ApiDocsView | undefined;

/** The contract for a person to read, made once from the declarations that answer. */
export async function getApiDocs(routes: () => Promise<RouteEntry[]>): Promise<ApiDocsView> {
  known ??= apiDocs(listEndpoints(await routes()), publicUrl());
  return known;
}

/** Something that a member may be, for an example. */
function sample(name: string, { type, enum: values, minimum, anyOf, items }: JsonSchema): unknown {
  if (Array.isArray(values)) return values[0];
  if (Array.isArray(anyOf)) return sample(name, anyOf[0] as JsonSchema);
  const kind = Array.isArray(type) ? type[0] : type;
  const { properties } = (items ?? {}) as { properties?: Record<string, JsonSchema> };
  if (kind === "array" && properties) {
    return [Object.fromEntries(Object.entries(properties).map(([member, shape]) => [member, sample(member, shape)]))];
  }
  if (kind === "integer" || kind === "number") return name === "year" ? 1967 : (minimum ?? 1);
  if (kind === "boolean") return true;
  if (name === "email") return "you@example.com";
  if (/date/i.test(name)) return "2031-05-01T10:00";
  return name;
}

/** For the shell, between single quotes. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** What is sent along: every member that has to be, or the first where none has. */
function bodyLines({ method, files }: ApiEndpoint, { requestBody }: Operation): string[] {
  const schema = requestBody?.content["application/json"]?.schema;
  if (!schema) return [];
  const names = schema.required ?? (method === "DELETE" ? [] : Object.keys(schema.properties).slice(0, 1));
  const members = names.map((name) => [name, sample(name, schema.properties[name] ?? {})] as const);
  if (files) {
    const texts = members.map(([name, value]) => `-F ${quoted(`${name}=${value}`)}`);
    return [...texts, `-F ${quoted(`${files[0]}=@picture.jpg`)}`];
  }
  if (members.length === 0) return [];
  return ["-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(Object.fromEntries(members)))}`];
}

/** A call as a command line for curl. @param origin of the site */
function exampleRequest(call: ApiEndpoint, operation: Operation, origin: string): string {
  const { method, path, audience, response } = call;
  const address = quoted(
    `${origin}/api/v1${path.replace(/\{token\}/g, "TOKEN_OF_THE_MAIL").replace(/\{\w+\}/g, "12")}`,
  );
  const isZip = typeof response === "object" && "contentType" in response && response.contentType === "application/zip";
  const parts = [
    method === "GET" ? `curl ${address}` : `curl -X ${method} ${address}`,
    ...(audience === "anyone" ? [] : ['-H "Authorization: Bearer $TOKEN"']),
    ...bodyLines(call, operation),
    ...(isZip ? ["-o my-data.zip"] : []),
  ];
  return parts.join(" \\\n  ");
}
