import type { DescribedCall } from "./api-calls.server";
import type { JsonSchema, Operation } from "./openapi.server";

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
function bodyLines({ method, files }: DescribedCall, { requestBody }: Operation): string[] {
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

/**
 * A call as a command line for curl.
 * @param origin of the site
 */
export function exampleOf(call: DescribedCall, operation: Operation, origin: string): string {
  const { method, path, audience, answer } = call;
  const address = quoted(
    `${origin}/api/v1${path.replace(/\{token\}/g, "TOKEN_OF_THE_MAIL").replace(/\{\w+\}/g, "12")}`,
  );
  const isZip = typeof answer === "object" && "contentType" in answer && answer.contentType === "application/zip";
  const parts = [
    method === "GET" ? `curl ${address}` : `curl -X ${method} ${address}`,
    ...(audience === "anyone" ? [] : ['-H "Authorization: Bearer $TOKEN"']),
    ...bodyLines(call, operation),
    ...(isZip ? ["-o my-data.zip"] : []),
  ];
  return parts.join(" \\\n  ");
}
