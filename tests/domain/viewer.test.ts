import { expect, test } from "vitest";
import { users } from "~/db/schema";
import { startSession } from "~/features/accounts/sessions.server";
import type { RequestContext } from "~/http/context";
import { getPageViewer, getViewer } from "~/http/session/session.server";
import { makeUser } from "../support/make-rows";
import { changeRow } from "../support/rows";

/** Remix passes each loader a copy of the request. */
function loaderArguments(token: string) {
  const context = {} as RequestContext as Parameters<typeof getPageViewer>[0]["context"];
  const headers = { Authorization: `Bearer ${token}` };
  return [1, 2].map(() => ({ request: new Request("http://localhost/settings", { headers }), context }));
}

test("the viewer is looked up once for all loaders of a request, with the facts of the page header", async () => {
  const [layout, page] = loaderArguments(startSession(makeUser().id, ""));
  const reads = await Promise.all([getPageViewer(layout!), getViewer(page!)]);
  expect(reads[0]).toMatchObject({ unread: 0 });
  expect(reads[1]).toBe(reads[0]);
});

test("a page that is rendered after its action shows the viewer as the action left it", async () => {
  const user = makeUser({ name: "Ann" });
  const [layout, page] = loaderArguments(startSession(user.id, ""));
  expect(await getViewer(page!)).toMatchObject({ name: "Ann" });
  changeRow(users, user.id, { role: "moderator" });
  expect(await getPageViewer(layout!)).toMatchObject({ role: "moderator" });
  expect(await getViewer(page!)).toMatchObject({ role: "moderator" });
});
