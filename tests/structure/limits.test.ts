import ts from "typescript";
import { describe, expect, test } from "vitest";
import { LIMITS } from "~/http/limits.server";
import { readSources, type Sources, walk } from "./sources";

/** The wrappers that a route's action must use: they require audience, body and limit. */
const PAGE_ENDS = ["pageAction", "formActions", "toggleAction"];

/** Refuses every method: there is nothing to write at that address. */
const REFUSES = /export function action\(\): Response \{\s*return new Response\("Method Not Allowed"/;
/** Catch-all routes, which give every request the same response. */
const NOTHING_THERE = ["app/routes/api/v1/unknown.ts", "app/routes/site/missing.tsx"];

/** Routes whose writes do not say whom they are for, which body they take and how often they may be made. */
function unruled(sources: Sources): string[] {
  return [...sources].flatMap(([file, text]) => {
    if (file.endsWith(".server.ts") || NOTHING_THERE.includes(file) || !/\baction\b/.test(text) || REFUSES.test(text))
      return [];
    const found: string[] = [];
    walk(file, text, (node) => {
      if (ts.isFunctionDeclaration(node) && node.name?.text === "action") found.push(`${file}: an action of its own`);
      if (!ts.isVariableDeclaration(node) || !node.initializer) return;
      const name = node.name.getText();
      const call = ts.isCallExpression(node.initializer) ? node.initializer.expression.getText() : "";
      if (name === "action" && !PAGE_ENDS.includes(call)) found.push(`${file}: an action of its own`);
      if (/^\{.*\baction\b.*\}$/.test(name) && !["apiRoute", "documentRoute"].includes(call)) {
        found.push(`${file}: an action of its own`);
      }
      if (call === "apiRoute") found.push(...unruledMethods(file, node.initializer as ts.CallExpression));
      if (name === "action" && PAGE_ENDS.includes(call)) {
        found.push(...missingRules(file, (node.initializer as ts.CallExpression).arguments[0]!));
      }
    });
    return found;
  });
}

function unruledMethods(file: string, { arguments: [methods] }: ts.CallExpression): string[] {
  if (!methods || !ts.isObjectLiteralExpression(methods)) return [`${file}: methods that cannot be read`];
  return methods.properties.flatMap((method) => {
    if (!ts.isPropertyAssignment(method)) return [`${file}: ${method.name?.getText()}`];
    const name = method.name.getText();
    const rules = name === "GET" ? ["audience", "limit"] : ["audience", "body", "limit"];
    return missingRules(`${file}: ${name}`, method.initializer, rules, name === "GET" ? READS : undefined);
  });
}

/** What a read may declare instead of a limit's name. */
const READS = /^("none"|\{ asked: \{ .* \} \})$/;

function missingRules(
  where: string,
  rules: ts.Expression,
  needed = ["audience", "body", "limit"],
  otherwise?: RegExp,
): string[] {
  if (!ts.isObjectLiteralExpression(rules)) return [`${where}: rules that cannot be read`];
  const named = new Map(
    rules.properties.map((property) => [
      property.name?.getText(),
      ts.isPropertyAssignment(property) ? property.initializer.getText() : "",
    ]),
  );
  const missing = needed.filter((rule) => !named.has(rule));
  const limit = named.get("limit") ?? "";
  const known =
    otherwise?.test(limit) || limit === '"counted inside"' || Object.hasOwn(LIMITS, limit.replaceAll('"', ""));
  return [
    ...missing.map((rule) => `${where}: no ${rule}`),
    ...(known || missing.includes("limit") ? [] : [`${where}: ${limit} is no limit`]),
  ];
}

/** Writes that count failed attempts themselves. */
const COUNTED_INSIDE = [
  "app/routes/accounts/login.tsx",
  "app/routes/accounts/login-code.tsx",
  "app/routes/api/v1/users.login.ts",
];

describe("every write", () => {
  const routes = readSources("app/routes");

  test("says whom it is for, which body it takes, and by which limit of the table it is counted", () => {
    expect(routes.size).toBeGreaterThan(90);
    expect(unruled(routes)).toEqual([]);
  });

  test("is counted before it does anything, but for logins", () => {
    const inside = [...routes].filter(([, text]) => text.includes('"counted inside"')).map(([file]) => file);
    expect(inside.filter((file) => !COUNTED_INSIDE.includes(file))).toEqual([]);
  });
});

describe("a route is told off that", () => {
  const cases: [why: string, text: string, complaint: string][] = [
    ["writes by itself", "export async function action() { save(); }", "an action of its own"],
    ["writes by a function of its own", "export const action = async () => save();", "an action of its own"],
    ["has no limit", 'export const action = pageAction({ audience: "anyone", body: "text", run });', "no limit"],
    ["has a method without rules", "export const { loader, action } = apiRoute({ POST: save });", "cannot be read"],
    [
      "has a limit that is none",
      'export const { loader, action } = apiRoute({ POST: { audience: "member", body: "none", limit: "often", run } });',
      "is no limit",
    ],
    [
      "is read without a word about its limit",
      'export const { loader, action, calls } = apiRoute({ GET: { audience: "anyone", run } });',
      "GET: no limit",
    ],
    [
      "writes without being counted",
      'export const { loader, action, calls } = apiRoute({ POST: { audience: "member", body: "none", limit: "none", run } });',
      "is no limit",
    ],
  ];

  test.each(cases)("%s", (_, text, complaint) => {
    expect(unruled(new Map([["app/routes/x.ts", text]])).join()).toContain(complaint);
  });
});
