import { existsSync, readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { FEATURES, forbiddenImports, importCircles, untidiness } from "./rules";
import { readSources } from "./sources";

const app = readSources();

describe("the house as it stands", () => {
  test("there is something to look at", () => {
    expect(app.size).toBeGreaterThan(100);
  });

  test("every feature has its place in the order, and says its rules in a README", () => {
    expect(readdirSync("app/features").sort()).toEqual([...FEATURES].sort());
    expect(FEATURES.filter((feature) => !existsSync(`app/features/${feature}/README.md`))).toEqual([]);
  });

  test("nobody imports what the architecture forbids", () => {
    expect(forbiddenImports(app)).toEqual([]);
  });

  test("no imports run in a circle", () => {
    expect(importCircles(app)).toEqual([]);
  });

  test("files are small, named for what they are, and leave the environment alone", () => {
    expect(untidiness(app)).toEqual([]);
  });
});

describe("each rule has been seen to fail", () => {
  const sees = (file: string, text: string) => forbiddenImports(new Map([[file, text]]));

  test.each([
    ["routes reach for tables", "app/routes/home/index.tsx", 'import { db } from "~/db/client.server";'],
    ["routes reach for services", "app/routes/home/index.tsx", 'import { log } from "~/services/log/log.server";'],
    ["a route imports a route", "app/routes/home/index.tsx", 'import { loader } from "../garages/show";'],
    [
      "http knows a feature's commands",
      "app/http/page.server.ts",
      'import { x } from "~/features/garages/commands.server";',
    ],
    ["http knows the database", "app/http/page.server.ts", 'import { db } from "~/db/client.server";'],
    ["a feature imports http", "app/features/garages/queries.server.ts", 'import { x } from "~/http/session.server";'],
    ["a feature imports a route", "app/features/garages/policy.ts", 'import { x } from "~/routes/garages/show";'],
    [
      "a lower feature imports a higher one",
      "app/features/garages/queries.server.ts",
      'import { x } from "~/features/vehicles/queries.server";',
    ],
    [
      "events import the map",
      "app/features/events/queries.server.ts",
      'import { x } from "~/features/map/queries.server";',
    ],
    ["the database knows a service", "app/db/client.server.ts", 'import { log } from "~/services/log/log.server";'],
    ["the environment knows anything", "app/env.server.ts", 'import { db } from "~/db/client.server";'],
    [
      "http knows a service that is not the request's",
      "app/http/page.server.ts",
      'import { x } from "~/services/images/files.server";',
    ],
    ["a feature knows the sample data", "app/features/map/queries.server.ts", 'import { x } from "~/seed/seed";'],
    [
      "search knows the map",
      "app/features/search/queries.server.ts",
      'import { x } from "~/features/map/queries.server";',
    ],
    [
      "garages know search",
      "app/features/garages/queries.server.ts",
      'import { x } from "~/features/search/queries.server";',
    ],
    [
      "a command calls another feature's command",
      "app/features/photos/commands.server.ts",
      'import { x } from "~/features/vehicles/commands.server";',
    ],
    ["a schema imports a query", "app/features/garages/schema.server.ts", 'import { x } from "./queries.server";'],
    ["a policy imports a table", "app/features/garages/policy.ts", 'import { garages } from "~/db/schema";'],
    [
      "a component imports a query",
      "app/features/garages/components/card.tsx",
      'import { x } from "../queries.server";',
    ],
    [
      "a component re-exports a query",
      "app/features/garages/components/card.tsx",
      'export { x } from "../queries.server";',
    ],
    [
      "a component imports a query late",
      "app/features/garages/components/card.tsx",
      'const x = import("../queries.server");',
    ],
    [
      "a mixed import is no type import",
      "app/features/garages/components/card.tsx",
      'import { x, type Y } from "../queries.server";',
    ],
    ["ui knows a feature", "app/ui/page.tsx", 'import { x } from "~/features/accounts/policy";'],
    ["lib knows a service", "app/lib/text.ts", 'import { env } from "~/env.server";'],
    [
      "a service knows a feature",
      "app/services/images/stage.server.ts",
      'import { x } from "~/features/photos/policy";',
    ],
    ["the database knows a feature", "app/db/client.server.ts", 'import { x } from "~/features/photos/policy";'],
    ["somebody imports the server", "app/lib/text.ts", 'import { x } from "~/server/app";'],
    ["a second place opens the database", "app/seed/plan.ts", 'import Database from "better-sqlite3";'],
    ["a query uses React", "app/features/garages/queries.server.ts", 'import { useState } from "react";'],
    ["a query draws", "app/features/garages/queries.server.ts", 'import { Card } from "./components/card";'],
    ["a mail's text uses React", "app/services/mail/layout.ts", 'import { useState } from "react";'],
    ["a route speaks SQL", "app/routes/home/index.tsx", 'import { sql } from "drizzle-orm";'],
    [
      "domain code knows Remix",
      "app/features/garages/commands.server.ts",
      'import { redirect } from "@remix-run/node";',
    ],
    ["domain code draws", "app/features/garages/schema.server.ts", 'import { useState } from "react";'],
    ["limits check input", "app/features/garages/limits.ts", 'import { z } from "zod";'],
    ["a route checks input itself", "app/routes/home/index.tsx", 'import { z } from "zod";'],
    ["limits know a schema", "app/features/garages/limits.ts", 'import { x } from "./schema.server";'],
    ["a component knows a schema", "app/features/garages/components/card.tsx", 'import { x } from "../schema.server";'],
    ["ui knows the fields of schemas", "app/ui/page.tsx", 'import { textField } from "~/lib/fields.server";'],
  ])("%s", (_, file, text) => {
    expect(sees(file, text)).toHaveLength(1);
  });

  test.each([
    ["app/routes/home/index.tsx", 'import { x } from "~/features/garages/queries.server";'],
    ["app/routes/vehicles/show.tsx", 'import { x } from "./photo-acts.server";'],
    ["app/http/session.server.ts", 'import { x } from "~/features/accounts/sessions.server";'],
    ["app/features/vehicles/queries.server.ts", 'import { x } from "~/features/garages/queries.server";'],
    ["app/features/garages/policy.ts", 'import type { Garage } from "~/db/schema";'],
    ["app/services/mail/page.server.tsx", 'import { renderToStaticMarkup } from "react-dom/server";'],
    ["app/features/garages/page.server.tsx", 'import { Card } from "./components/card";'],
    ["app/features/garages/components/card.tsx", 'import type { View } from "../queries.server";'],
    ["app/features/map/queries.server.ts", 'import { x } from "~/features/events/list.server";'],
    ["app/features/garages/components/card.tsx", 'import type { Search } from "../schema.server";'],
    ["app/features/garages/components/card.tsx", 'import { ROLES } from "~/features/accounts/policy";'],
    ["app/features/garages/schema.server.ts", 'import { GARAGE_LIMITS } from "./limits";'],
    ["app/features/garages/schema.server.ts", 'import { z } from "zod";'],
    ["app/lib/decode.ts", 'import type { z } from "zod";'],
    ["app/services/mail/outbox.server.ts", 'import { db } from "~/db/client.server";'],
    ["app/entry.server.tsx", 'import { boot } from "~/server/boot.server";'],
  ])("%s may: %s", (file, text) => {
    expect(sees(file, text)).toEqual([]);
  });

  test("a circle is found, and types do not make one", () => {
    const circle = (second: string) =>
      importCircles(
        new Map([
          ["app/lib/a.ts", 'import { b } from "./b";'],
          ["app/lib/b.ts", second],
        ]),
      );
    expect(circle('import { a } from "~/lib/a";')).toEqual(["app/lib/a.ts -> app/lib/b.ts -> app/lib/a.ts"]);
    expect(circle('import type { A } from "~/lib/a";')).toEqual([]);
  });

  test.each([
    ["app/lib/text.ts", "\n".repeat(301), "301 lines"],
    ["app/lib/camelCase.ts", "", "kebab"],
    ["app/lib/string-utils.ts", "", "says nothing"],
    ["app/features/garages/garage.service.ts", "", "says nothing"],
    ["app/features/garages/index.ts", "", "barrel"],
    ["app/lib/text.ts", "export const x = process.env.PORT;", "process.env"],
    ["app/features/garages/commands.server.ts", "export function open(request: Request) {}", "Request"],
    ["app/services/mail/send.server.ts", "export const x = () => new FormData();", "FormData"],
  ])("%s with %j: %s", (file, text, why) => {
    expect(untidiness(new Map([[file, text]]))).toEqual([expect.stringContaining(why)]);
  });

  test("comments and members of other things are no breach", () => {
    const text = "// never process.env\nexport const x = (api: { Request: string }) => api.Request;";
    expect(untidiness(new Map([["app/features/garages/commands.server.ts", text]]))).toEqual([]);
  });
});
