import { z } from "zod";
import { publicUrl } from "~/env.server";
import { MAX_FILES } from "~/lib/images";
import { MAX_LIMIT } from "~/lib/paging";
import { SOFTWARE } from "~/lib/site";
import { siteName } from "~/services/site/site.server";
import { sessionCookieName } from "../session/session.server";
import type { ApiEndpoint } from "./declaration";
import { honoursIfMatch, refusalStatuses, successStatuses } from "./declaration";
import { audienceLabel, changeRule, limitLabel } from "./labels.server";
import { envelopeShape, failureShape, type JsonSchema, REFUSALS } from "./responses.server";

interface ObjectSchema extends JsonSchema {
  properties: Record<string, JsonSchema>;
  required?: string[];
}

interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required?: true;
  schema: JsonSchema;
}

type Content = Record<string, { schema?: JsonSchema }>;

export interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: [string];
  security: Record<string, never[]>[];
  parameters?: Parameter[];
  requestBody?: { required: boolean; content: Record<string, { schema: ObjectSchema }> };
  responses: Record<string, { description: string; content?: Content } | { $ref: string }>;
}

export interface OpenApiDocument extends JsonSchema {
  paths: Record<string, Record<string, Operation>>;
  components: JsonSchema & { schemas: Record<string, JsonSchema> };
}

type Components = Record<string, JsonSchema>;

const DEFINED = "#/$defs/";
const COMPONENT = "#/components/schemas/";

function jsonSchema(schema: z.ZodType, components: Components): JsonSchema {
  const { $schema: _dialect, ...whole } = z.toJSONSchema(schema, {
    unrepresentable: "any",
    override: ({ jsonSchema: shape }) => {
      // Zod adds the safe-integer range to every integer; it carries no information.
      if (shape.minimum === Number.MIN_SAFE_INTEGER) delete shape.minimum;
      if (shape.maximum === Number.MAX_SAFE_INTEGER) delete shape.maximum;
    },
  });
  const text = JSON.stringify(whole).replaceAll(`"$ref":"${DEFINED}`, `"$ref":"${COMPONENT}`);
  const { $defs = {}, ...shape } = JSON.parse(text) as JsonSchema & { $defs?: Components };
  Object.assign(components, $defs);
  return shape;
}

const OTHER_MEMBERS =
  "Text is UTF-8. In JSON, null counts as left out, except for members that may be null.\n\nPhotos may be uploaded before their call, in resumable parts: `/uploads` (not below `/api/v1`) speaks the tus 1.0 protocol (https://tus.io/protocols/resumable-upload), extensions creation, creation-with-upload, termination and expiration, with the same credentials and the same shape of errors. The last part of an upload’s address is its id, for the member `uploads`. It is kept for 24 hours.";

/** With another member, so an empty body shows nothing about it. */
const COMPARED = new Set(["passwordConfirm"]);

/** As sent, before the schema renames members. */
function beforeRenaming(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodPipe && schema.out instanceof z.ZodTransform ? (schema.in as z.ZodType) : schema;
}

/** A member is required exactly if the schema refuses its absence. */
function inputSchema(schema: z.ZodType): ObjectSchema {
  const { required: _all, additionalProperties: _closed, ...shape } = jsonSchema(beforeRenaming(schema), {});
  const properties = (shape.properties ?? {}) as ObjectSchema["properties"];
  const missing = schema.safeParse({}).error?.issues.map(({ path }) => String(path[0])) ?? [];
  const requiredNames = Object.keys(properties).filter((name) => missing.includes(name) || COMPARED.has(name));
  return { ...shape, properties, ...(requiredNames.length > 0 && { required: requiredNames }) };
}

function requestBody(input: z.ZodType, files: readonly string[] = []): Operation["requestBody"] {
  const body = inputSchema(input);
  const content: Record<string, { schema: ObjectSchema }> = {
    "application/json": { schema: body },
    "application/x-www-form-urlencoded": { schema: body },
  };
  if (files.length > 0) {
    const file = { type: "array", maxItems: MAX_FILES, items: { type: "string", format: "binary" } };
    const uploads = Object.fromEntries(files.map((name) => [name, file]));
    content["multipart/form-data"] = { schema: { ...body, properties: { ...body.properties, ...uploads } } };
  }
  return { required: "required" in body, content };
}

function parametersOf({ method, path, query, perPage, maxPerPage = MAX_LIMIT, etagFrom }: ApiEndpoint): Parameter[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(
    ([, name = ""]): Parameter => ({ name, in: "path", required: true, schema: { type: "string" } }),
  );
  const inQuery = (name: string, schema: JsonSchema): Parameter => ({ name, in: "query", schema });
  const queryMembers = query ? Object.entries(inputSchema(query).properties) : [];
  const paging =
    perPage === undefined
      ? []
      : [
          inQuery("page", { type: "integer", minimum: 1, default: 1 }),
          inQuery("limit", { type: "integer", minimum: 1, maximum: maxPerPage, default: perPage }),
        ];
  const ifMatch: Parameter[] =
    etagFrom && honoursIfMatch(method) ? [{ name: "If-Match", in: "header", schema: { type: "string" } }] : [];
  return [...inPath, ...queryMembers.map(([name, schema]) => inQuery(name, schema)), ...paging, ...ifMatch];
}

function contentOf({ response }: ApiEndpoint, components: Components): Content | undefined {
  if (response === "nothing") return undefined;
  const envelope = envelopeShape(response);
  if (envelope) return { "application/json": { schema: jsonSchema(envelope, components) } };
  const { contentType } = response as { contentType: string };
  return { [contentType]: contentType === "application/json" ? { schema: { type: "object" } } : {} };
}

const AUDIENCE_SUFFIXES: Partial<Record<ApiEndpoint["audience"], string>> = {
  staff: " (moderators)",
  admin: " (admins)",
};

function failures(components: Components) {
  const content = { "application/json": { schema: jsonSchema(failureShape, components) } };
  const retry = { "Retry-After": { description: "Seconds to wait before a retry", schema: { type: "integer" } } };
  const refusals = Object.entries(REFUSALS).map(([status, [name, description]]) => [
    name,
    { description, ...(status === "429" && { headers: retry }), content },
  ]);
  return { ...Object.fromEntries(refusals), Failure: { description: "Refused or failed", content } };
}

const referTo = (name: string) => ({ $ref: `#/components/responses/${name}` });

const refusalsIn = (call: ApiEndpoint) =>
  Object.fromEntries(
    refusalStatuses(call).map((status) => [String(status), referTo(REFUSALS[status]?.[0] ?? "Failure")]),
  );

function operationOf(call: ApiEndpoint, components: Components): Operation {
  const { name, summary, audience, input, files, tag } = call;
  const body = input && requestBody(input, files);
  const rule = changeRule(call, body?.content["application/json"]?.schema);
  const content = contentOf(call, components);
  const version = call.etagFrom && content && { headers: { ETag: { schema: { type: "string" } } } };
  const answer = content ? { description: summary, ...version, content } : { description: "Done" };
  const parameters = parametersOf(call);
  return {
    operationId: name,
    summary: `${summary}${AUDIENCE_SUFFIXES[audience] ?? ""}`,
    description: [rule, `Who: ${audienceLabel(call)}. Limit: ${limitLabel(call)}.`].filter(Boolean).join(" "),
    tags: [tag.name],
    security: audience === "anyone" ? [] : [{ bearer: [] }, { cookie: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: body }),
    responses: {
      ...Object.fromEntries(successStatuses(call).map((status) => [String(status), answer])),
      ...((call.cached || call.etag) && { "304": { description: "Unchanged since the response with this ETag" } }),
      ...refusalsIn(call),
      default: referTo("Failure"),
    },
  };
}

export const siteOpenApiDocument = (calls: readonly ApiEndpoint[]) =>
  openApiDocument(calls, sessionCookieName(), siteName());

/**
 * OpenAPI 3.1, generated from the declarations.
 * @param cookieName of the session
 * @param title the site's name
 */
export function openApiDocument(calls: readonly ApiEndpoint[], cookieName: string, title = SOFTWARE): OpenApiDocument {
  const schemas: Components = {};
  const responses = failures(schemas);
  const paths: OpenApiDocument["paths"] = {};
  for (const call of calls) {
    const item = (paths[call.path] ??= {});
    item[call.method.toLowerCase()] = operationOf(call, schemas);
  }
  return {
    openapi: "3.1.0",
    info: {
      title,
      version: "1",
      description: OTHER_MEMBERS,
      contact: { name: "Support desk", url: `${publicUrl()}/toolbox` },
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/api/v1" }],
    tags: [...new Map(calls.map(({ tag }) => [tag.name, tag])).values()],
    paths,
    components: {
      schemas,
      responses,
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer" },
        cookie: { type: "apiKey", in: "cookie", name: cookieName },
      },
    },
  };
}
