import { expect, test } from "vitest";
import { openApiDocument } from "~/http/api/openapi.server";
import { API_CALLS } from "../support/api-calls";

const document = openApiDocument(API_CALLS, "session");

const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ where: `${method} ${path}`, ...operation })),
);

const bodyOf = (path: string, method: string, type = "application/json") =>
  document.paths[path]?.[method]?.requestBody?.content[type]?.schema;

test("describes every call of the API and no other", () => {
  const described = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(described.length).toBeGreaterThan(50);
  // The permission matrix checks these.
  expect(described.sort()).toEqual(API_CALLS.map(({ method, path }) => `${method} ${path}`).sort());
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

test("declares the type of every member of a body and a query", () => {
  const bodies = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => [path, bodyOf(path, method)] as const),
  );
  const vague = bodies.flatMap(([path, body]) =>
    Object.entries((body as { properties?: Record<string, object> } | undefined)?.properties ?? {})
      .filter(([, shape]) => !("type" in shape) && !("anyOf" in shape))
      .map(([name]) => `${path} ${name}`),
  );
  const queryParameters = operations.flatMap(({ where, parameters = [] }) =>
    parameters.map((parameter) => ({ where, ...parameter })),
  );
  const vagueAsked = queryParameters.filter(
    ({ schema }) => !("type" in schema) && !("anyOf" in schema) && !("enum" in schema),
  );
  expect([...vague, ...vagueAsked.map(({ where, name }) => `${where} ${name}`)]).toEqual([]);
});

test("lists every call, with audience, limits and refusals", () => {
  const list = document.paths["/garages"]?.get;
  expect(list).toMatchObject({ operationId: "listGarages", tags: ["garages"] });
  expect(list?.description).toMatch(/^Who: Anyone\. Limit: With name\[regex\]: \d+ in .+\.$/);
  expect(Object.keys(list?.responses ?? {})).toEqual(["200", "304", "400", "429", "default"]);
  const change = document.paths["/vehicles/{vehicleId}"]?.patch?.responses ?? {};
  expect(Object.keys(change)).toEqual("200 400 401 403 404 408 412 413 415 429 default".split(" "));
  for (const withFiles of [document.paths["/vehicles"]?.post, document.paths["/photos/{photoId}"]?.patch]) {
    expect(Object.keys(withFiles?.responses ?? {})).toContain("507");
  }
  const componentResponses = document.components.responses as Record<string, { content?: object }>;
  const schema = { $ref: "#/components/schemas/Failure" };
  for (const { where, responses } of operations) {
    const refusals = Object.entries(responses).filter(([status]) => status >= "400");
    expect(refusals.length, where).toBeGreaterThan(1);
    for (const [status, answer] of refusals) {
      const refusal = componentResponses[("$ref" in answer ? answer.$ref : "").replace("#/components/responses/", "")];
      expect(refusal?.content, `${where} ${status}`).toEqual({ "application/json": { schema } });
    }
  }
});

test("declares the tags of all calls", () => {
  const tags = document.tags as { name: string; description: string }[];
  expect(tags.map(({ name }) => name)).toEqual([...new Set(operations.flatMap((operation) => operation.tags))]);
});

test("describes null and omitted members of changes", () => {
  const descriptionOf = (path: string) => document.paths[path]?.patch?.description;
  expect(descriptionOf("/vehicles/{vehicleId}")).toMatch(
    /^Members that are left out or null stay unchanged; .* clears a text\. Who: /,
  );
  expect(descriptionOf("/build/{entryId}")).toContain(
    "Null clears only `mileage`, `unit`, `status`, `area`, `cost`, `currency`. Who: ",
  );
  expect(descriptionOf("/vehicles/{vehicleId}/like")).toMatch(/^Who: /);
  expect(bodyOf("/vehicles/{vehicleId}/like", "patch")).toMatchObject({ properties: { liked: { type: "boolean" } } });
});

test("has no empty schema", () => {
  const empty: string[] = [];
  const walk = (value: unknown, where: string) => {
    if (typeof value !== "object" || value === null) return;
    for (const [key, part] of Object.entries(value)) walk(part, `${where}/${key}`);
    const parts = (value as { anyOf?: object[] }).anyOf ?? [];
    if (parts.some((part) => Object.keys(part).length === 0)) empty.push(where);
  };
  walk(document, "");
  expect(empty).toEqual([]);
});

test("takes query parameters from the schemas of the calls", () => {
  const eventParameters = document.paths["/events"]?.get?.parameters ?? [];
  expect(eventParameters.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["title[regex]", "near", "page", "limit"]),
  );
  const pages = document.paths["/garages/random"]?.get?.parameters ?? [];
  expect(pages.find(({ name }) => name === "limit")?.schema).toMatchObject({ maximum: 20, default: 20 });
});

type Shape = { $ref?: string; properties?: Record<string, Shape>; items?: Shape; anyOf?: Shape[] };

const { schemas } = document.components;

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

test("every response has a schema, and every member a description", () => {
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
