import type { LoaderFunctionArgs } from "@remix-run/node";
import type { RouteConfigEntry } from "@remix-run/route-config";
import { expect, test } from "vitest";
import { openApiDocument } from "~/http/openapi.server";
import routes from "~/routes";
import { API_CALLS } from "../support/api-calls";

type Route = { loader(args: LoaderFunctionArgs): Promise<Response> };

const modules = import.meta.glob<Route>("../../app/routes/api/v1/*.ts", { eager: true });

/** "GET /users/{userId}" for every method that a route answers, as its own Allow header has it. */
async function callsOf({ path = "", file }: RouteConfigEntry): Promise<string[]> {
  const request = new Request("http://localhost/", { method: "OPTIONS" });
  const answer = await modules[`../../app/${file}`]!.loader({ request, params: {}, context: {} } as LoaderFunctionArgs);
  const allowed = (answer.headers.get("allow") ?? "").split(", ").filter((method) => method && method !== "HEAD");
  const address = path.replace(/^api\/v1/, "").replace(/:(\w+)\??/g, "{$1}");
  return allowed.map((method) => `${method} ${address}`);
}

const document = openApiDocument(API_CALLS, "session");

const bodyOf = (path: string, method: string, type = "application/json") =>
  document.paths[path]?.[method]?.requestBody?.content[type]?.schema;

test("describes every call of the API and no other", async () => {
  const entries = routes.filter(({ path, file }) => path?.startsWith("api/v1/") && !file.endsWith("unknown.ts"));
  const answered = (await Promise.all(entries.map(callsOf))).flat();
  const described = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(answered.length).toBeGreaterThan(50);
  expect(described.sort()).toEqual(answered.sort());
});

test("takes bodies from the schemas that the calls check with", () => {
  expect(bodyOf("/vehicles", "post")).toMatchObject({
    type: "object",
    required: ["make", "model", "year"],
    properties: { make: { type: "string", maxLength: 60 }, year: { type: "integer", minimum: 1885 } },
  });
  expect(bodyOf("/vehicles/{vehicleId}", "patch")).not.toHaveProperty("required");
  expect(bodyOf("/users/signup", "post")).toMatchObject({ required: ["name", "email", "password", "passwordConfirm"] });
  expect(bodyOf("/photos/upload", "post", "multipart/form-data")).toHaveProperty("properties.photos.maxItems", 5);
});

test("says of every member what kind of value it is", () => {
  const bodies = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => [path, bodyOf(path, method)] as const),
  );
  const vague = bodies.flatMap(([path, body]) =>
    Object.entries((body as { properties?: Record<string, object> } | undefined)?.properties ?? {})
      .filter(([, shape]) => !("type" in shape) && !("anyOf" in shape))
      .map(([name]) => `${path} ${name}`),
  );
  expect(vague).toEqual([]);
});

test("takes what a query may ask for from the schemas that the calls check with", () => {
  const asked = document.paths["/events"]?.get?.parameters ?? [];
  expect(asked.map(({ name }) => name)).toEqual(expect.arrayContaining(["title[regex]", "near", "page", "limit"]));
  const pages = document.paths["/garages/random"]?.get?.parameters ?? [];
  expect(pages.find(({ name }) => name === "limit")?.schema).toMatchObject({ maximum: 20, default: 20 });
});

type Shape = { $ref?: string; properties?: Record<string, Shape>; items?: Shape; anyOf?: Shape[] };

const { schemas } = document.components;

/** Where a schema leaves open what may be there, or names what is not described. */
function gaps(where: string, shape: Shape & Record<string, unknown>): string[] {
  if (shape.$ref !== undefined) {
    const name = shape.$ref.replace("#/components/schemas/", "");
    return name in schemas ? [] : [`${where}: no ${shape.$ref}`];
  }
  const open = shape.type === "object" && shape.additionalProperties === undefined ? [`${where}: open`] : [];
  const vague = ["type", "anyOf", "const", "enum"].some((word) => word in shape) ? [] : [`${where}: anything`];
  const members = Object.entries(shape.properties ?? {});
  const parts = [...members, ...(shape.anyOf ?? []).entries(), ...(shape.items ? [["[]", shape.items] as const] : [])];
  return [...open, ...vague, ...parts.flatMap(([name, part]) => gaps(`${where}.${name}`, part as Shape & object))];
}

test("every answer has a shape, and says of every member what it is", () => {
  const answers = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { responses }]) =>
      Object.entries(responses).flatMap(([status, response]) => {
        const where = `${method} ${path} ${status}`;
        if ("$ref" in response || ["204", "304"].includes(status) || /\/(export|openapi\.json)$/.test(path)) return [];
        const schema = response.content?.["application/json"]?.schema;
        return [{ where, gaps: schema ? gaps(where, schema) : [`${where}: no shape`] }];
      }),
    ),
  );
  expect(answers.length).toBeGreaterThan(45);
  expect(answers.flatMap((answer) => answer.gaps)).toEqual([]);
  expect(Object.keys(schemas)).toEqual(expect.arrayContaining(["User", "Garage", "Vehicle", "Event", "Failure"]));
  expect(Object.entries(schemas).flatMap(([name, shape]) => gaps(name, shape))).toEqual([]);
});

test("a shape that leaves something open is seen", () => {
  const open = { type: "object", properties: { data: {}, doc: { $ref: "#/components/schemas/Nobody" } } };
  expect(gaps("x", open)).toEqual(["x: open", "x.data: anything", "x.doc: no #/components/schemas/Nobody"]);
});
