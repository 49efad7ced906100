import { z } from "zod";
import { MAX_FILES } from "~/lib/image-limits";
import { OPERATIONS, type Operation } from "./operations.server";

type Json = Record<string, unknown>;

interface ObjectSchema extends Json {
  properties: Record<string, Json>;
  required?: string[];
}

/** Checked against another member, so that an empty body says nothing about it. */
const COMPARED = new Set(["passwordConfirm"]);

/** What a call's schema takes, as JSON Schema. A member is required exactly where the schema refuses its absence. */
function inputSchema(schema: z.ZodType): ObjectSchema {
  const {
    $schema: _dialect,
    required: _all,
    additionalProperties: _closed,
    ...shape
  } = z.toJSONSchema(schema, {
    unrepresentable: "any",
  }) as Json;
  const properties = (shape.properties ?? {}) as ObjectSchema["properties"];
  const missing = schema.safeParse({}).error?.issues.map(({ path }) => String(path[0])) ?? [];
  const required = Object.keys(properties).filter((name) => missing.includes(name) || COMPARED.has(name));
  return { ...shape, properties, ...(required.length > 0 && { required }) };
}

function requestBody({ schema, files = [] }: Operation): Json {
  const body = schema ? inputSchema(schema) : { type: "object", properties: {} };
  const content: Json = {
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

function parametersOf({ method, path, schema, perPage }: Operation): Json[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
  const asked = method === "GET" && schema ? Object.entries(inputSchema(schema).properties) : [];
  const inQuery = asked.map(([name, shape]) => ({ name, in: "query", schema: shape }));
  if (perPage === undefined) return [...inPath, ...inQuery];
  const limit = { type: "integer", minimum: 1, maximum: path === "/garages/random" ? 20 : 100, default: perPage };
  return [
    ...inPath,
    ...inQuery,
    { name: "page", in: "query", schema: { type: "integer", minimum: 1, default: 1 } },
    { name: "limit", in: "query", schema: limit },
  ];
}

const JSON_OF = (name: string) => ({ "application/json": { schema: { $ref: `#/components/schemas/${name}` } } });

/** What a success holds; the two calls that are no envelope say so. */
function contentOf({ path }: Operation): Json {
  if (path.endsWith("/export")) return { "application/zip": {} };
  if (path === "/openapi.json") return { "application/json": { schema: { type: "object" } } };
  return JSON_OF("Success");
}

function operationOf(operation: Operation): Json {
  const { method, summary, audience, schema, files, statuses } = operation;
  const answers = statuses.map((status) => [
    String(status),
    status === 204 ? { description: "Done" } : { description: summary, content: contentOf(operation) },
  ]);
  const parameters = parametersOf(operation);
  return {
    summary: audience === "admin" ? `${summary} (admins)` : summary,
    security: audience === "anyone" ? [] : [{ bearer: [] }, { cookie: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(method !== "GET" && (schema || files) && { requestBody: requestBody(operation) }),
    responses: { ...Object.fromEntries(answers), default: { $ref: "#/components/responses/Failure" } },
  };
}

const FAILURE = {
  type: "object",
  required: ["status", "message", "errors"],
  properties: {
    status: { enum: ["fail", "error"] },
    code: { type: "string", description: "Which refusal it is, where programs have to know: second_step_required" },
    message: { type: "string", description: "What a person is shown" },
    errors: { type: "object", additionalProperties: { type: "array", items: { type: "string" } } },
  },
};

const SUCCESS = {
  type: "object",
  required: ["status"],
  properties: {
    status: { const: "success" },
    message: { type: "string" },
    token: { type: "string" },
    results: { type: "integer", description: "Rows in this page" },
    total: { type: "integer" },
    page: { type: "integer" },
    limit: { type: "integer" },
    data: { type: "object" },
  },
};

/**
 * The JSON contract as an OpenAPI 3.1 document, made from the schemas that the calls check with (api.md).
 * @param cookieName of the session
 */
export function openApiDocument(cookieName: string): Json {
  const paths: Record<string, Json> = {};
  for (const operation of OPERATIONS) {
    const item = (paths[operation.path] ??= {});
    item[operation.method.toLowerCase()] = operationOf(operation);
  }
  return {
    openapi: "3.1.0",
    info: { title: "Paddock", version: "1" },
    servers: [{ url: "/api/v1" }],
    paths,
    components: {
      schemas: { Success: SUCCESS, Failure: FAILURE },
      responses: { Failure: { description: "Refused or failed", content: JSON_OF("Failure") } },
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer" },
        cookie: { type: "apiKey", in: "cookie", name: cookieName },
      },
    },
  };
}
