import { existsSync, readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { FEATURES, forbiddenImports, importCircles, untidiness } from "./rules";
import { readSources } from "./sources";

const app = readSources();

test("the house as it stands: features in order, no import that is forbidden, no circle, small files", () => {
  expect(app.size).toBeGreaterThan(100);
  expect(readdirSync("app/features").sort()).toEqual([...FEATURES].sort());
  expect(FEATURES.filter((feature) => !existsSync(`app/features/${feature}/README.md`))).toEqual([]);
  expect(forbiddenImports(app)).toEqual([]);
  expect(importCircles(app)).toEqual([]);
  expect(untidiness(app)).toEqual([]);
});

/** Allowed imports pass in the app itself. */
describe("each rule has been seen to fail", () => {
  /** @param imported a module or a statement */
  const sees = (file: string, imported: string) => {
    const text = /[ (]/.test(imported) ? imported : `import { x } from "${imported}";`;
    return forbiddenImports(new Map([[`app/${file}`, text]]));
  };

  const FORBIDDEN: Record<string, string[]> = {
    "routes/home/index.tsx": ["~/db/client.server", "../garages/show", "drizzle-orm", "zod"],
    "http/page/page.server.ts": [
      "~/features/garages/commands.server",
      "~/db/client.server",
      "~/services/images/files.server",
    ],
    "features/garages/queries.server.ts": [
      "~/http/session.server",
      "~/features/vehicles/queries.server",
      "react",
      "./components/card",
    ],
    "features/garages/policy.ts": ["~/routes/garages/show", "~/db/schema"],
    "features/build-log/commands.server.ts": ["~/features/vehicles/commands.server"],
    "features/garages/schema.server.ts": ["./queries.server", "react"],
    "features/garages/commands.server.ts": ["@remix-run/node"],
    "features/garages/limits.ts": ["zod", "./schema.server"],
    // Even with types among the values.
    "features/garages/components/card.tsx": [
      "../queries.server",
      'export { x } from "../queries.server";',
      'const x = import("../queries.server");',
      'import { x, type Y } from "../queries.server";',
      "../schema.server",
    ],
    "ui/layout/page.tsx": ["~/features/accounts/policy", "~/lib/fields.server"],
    "lib/text.ts": ["~/env.server"],
    "env.server.ts": ["~/db/client.server"],
    "services/images/stage.server.ts": ["~/features/photos/policy"],
    "services/mail/outbox.server.ts": ["react"],
    "db/client.server.ts": ["~/features/photos/policy"],
    "seed/plan.ts": ['import Database from "better-sqlite3";'],
  };
  const cases = Object.entries(FORBIDDEN).flatMap(([file, all]) => all.map((imported) => [file, imported] as const));

  test.each(cases)("%s may not: %s", (file, imported) => expect(sees(file, imported)).toHaveLength(1));

  test("a circle is found, one of types too", () => {
    const circle = (second: string) =>
      importCircles(new Map(Object.entries({ "app/lib/a.ts": 'import { b } from "./b";', "app/lib/b.ts": second })));
    const result = ["app/lib/a.ts -> app/lib/b.ts -> app/lib/a.ts"];
    expect(circle('import { a } from "~/lib/a";')).toEqual(result);
    expect(circle('import type { A } from "~/lib/a";')).toEqual(result);
    expect(circle('import { c } from "~/lib/c";')).toEqual([]);
  });

  test.each([
    ["app/lib/text.ts", "\n".repeat(401), "401 lines"],
    ["app/lib/camelCase.ts", "", "kebab"],
    ["app/lib/string-utils.ts", "", "says nothing"],
    ["app/features/garages/garage.service.ts", "", "says nothing"],
    ["app/features/garages/index.ts", "", "barrel"],
    ["app/lib/text.ts", "export const x = process.env.PORT;", "process.env"],
    ["app/features/garages/commands.server.ts", "export function open(request: Request) {}", "Request"],
    ["app/services/mail/send.server.ts", "export const x = () => new FormData();", "FormData"],
  ])("%s with %j: %s", (file, text, reason) => {
    expect(untidiness(new Map([[file, text]]))).toEqual([expect.stringContaining(reason)]);
  });

  test("comments and members of other things are no breach", () => {
    const text = "// never process.env\nexport const x = (api: { Request: string }) => api.Request;";
    expect(untidiness(new Map([["app/features/garages/commands.server.ts", text]]))).toEqual([]);
  });
});
