import type { LoaderFunctionArgs } from "@remix-run/node";
import type { RouteConfigEntry } from "@remix-run/route-config";
import { expect, test } from "vitest";
import routes from "~/routes";
import { openApiDocument } from "~/routes/api/v1/document.server";

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

const document = openApiDocument("session") as {
  paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema: unknown }> } }>>;
};

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
