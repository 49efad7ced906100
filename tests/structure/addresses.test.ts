import { describe, expect, test } from "vitest";
import { successStatuses } from "~/http/api/declaration";
import { unknownThings } from "../e2e/every-page";
import { MATRIX } from "../permissions/matrix";
import { ADDRESSES, FACTS, PAGES, pagesOf, VIEWER_KINDS } from "../support/addresses";
import { API_CALLS } from "../support/api-calls";

const describeRows = (entries: readonly { route: string; verb: string }[]) => [
  ...new Set(entries.map(({ route, verb }) => `${verb} /${route}`)),
];

test("facts are about routes that there are, and every page has a viewer and things to show", () => {
  const routes = new Set(ADDRESSES.map(({ route }) => route));
  expect(Object.keys(FACTS).filter((route) => !routes.has(route))).toEqual([]);
  const viewed = new Set(VIEWER_KINDS.flatMap(pagesOf));
  expect(PAGES.length).toBeGreaterThan(80);
  expect(PAGES.filter((page) => !viewed.has(page)).map(({ route }) => route)).toEqual([]);
  expect(unknownThings()).toEqual([]);
});

describe("the permission matrix", () => {
  test("lists every route with its verbs, and no other", () => {
    const rowsOfVerbs = ADDRESSES.flatMap(({ route, verbs }) => verbs.map((verb) => ({ route, verb })));
    expect(rowsOfVerbs.length).toBeGreaterThan(150);
    expect(describeRows(MATRIX).sort()).toEqual(describeRows(rowsOfVerbs).sort());
  });

  test("agrees with the declarations of the API's calls", () => {
    const wrong = API_CALLS.filter(({ method, path, audience, ...declared }) => {
      const statuses = successStatuses(declared);
      const route = `api/v1${path}`.replace(/\{(\w+)\}/g, ":$1");
      const rows = MATRIX.filter((row) => row.verb === method && row.route.replace("?", "") === route);
      const open = (...columns: number[]) =>
        columns.some((at) => rows.some(({ expected }) => statuses.includes(expected[at] as number)));
      const forMembers = audience === "anyone" || audience === "member";
      const forStaff = !open(1, 2, 3) && rows.some(({ moderator }) => statuses.includes(moderator as number));
      if (forStaff !== (audience === "staff")) return true;
      return open(0) !== (audience === "anyone") || open(1, 2, 3) !== forMembers || !open(2, 4);
    });
    // Never successful there, because backups are off.
    const refused = ["POST /admin/backups/runs", "POST /admin/backups/checks"];
    expect(wrong.map(({ method, path }) => `${method} ${path}`)).toEqual(refused);
  });
});
