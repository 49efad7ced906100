import { openApiDocument } from "~/http/api/openapi.server";
import { MATRIX } from "../permissions/matrix";
import type { World } from "../permissions/world";
import { FACTS } from "../support/addresses";
import { API_CALLS } from "../support/api-calls";

type Shape = { properties?: Record<string, unknown> };

interface Described {
  parameters?: { in: string; name: string }[];
  requestBody?: { content: Record<string, { schema: Shape }> };
}

const described = openApiDocument(API_CALLS, "session").paths as Record<string, Record<string, Described>>;

function operation(verb: string, route: string): Described | undefined {
  const path = route.replace(/^api\/v1/, "").replace(/:(\w+)\??/g, "{$1}");
  return described[path]?.[verb.toLowerCase()];
}

/** Stands for any thing of the world. */
const ANY = new Proxy({}, { get: () => 1 }) as World;

/** Of the permission matrix and others. */
function formFields(route: string): string[] {
  const matrixFields = MATRIX.filter((row) => row.verb === "POST" && row.route === route).flatMap(({ send = {} }) =>
    Object.keys(typeof send === "function" ? send(ANY) : send),
  );
  return [...new Set([...matrixFields, ...words(FACTS[route]?.fields)])];
}

const words = (text = "") => text.split(" ").filter(Boolean);

export function queryNames(verb: string, route: string): string[] {
  const parameters = operation(verb, route)?.parameters?.filter((parameter) => parameter.in === "query");
  return parameters?.map(({ name }) => name) ?? words(FACTS[route]?.query);
}

export function fieldNames(verb: string, route: string): string[] {
  const schema = operation(verb, route)?.requestBody?.content["application/json"]?.schema;
  return schema ? Object.keys(schema.properties ?? {}) : verb === "GET" ? [] : formFields(route);
}
