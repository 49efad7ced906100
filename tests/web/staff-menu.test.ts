import { expect, test } from "vitest";
import { eventually } from "../support/eventually";
import { submitEvent } from "../support/good-event";
import { addVehicle } from "../support/members";
import type { HtmlPage } from "../support/page";
import { sharedServer } from "../support/server";

const server = await sharedServer();

const admin = await server.signUpAdmin();
const moderator = await server.signUp("Mo Moderator");
server.run("UPDATE users SET role = 'moderator' WHERE id = ?", Number(moderator.id));
const owner = await server.signUpWithGarage("Olive Owner");
const vehicleId = await addVehicle(owner);

const created = { created_at: 1 };
async function addQueues() {
  const person = { person_id: Number(owner.id), person_name: "Olive", snapshot: "{}", about: "/vehicles/1" };
  const caseIds = ["open", "open", "open", "appealed", "decided"].map((state, index) =>
    server.insert("cases", { ...person, ...created, kind: "comment", thing_id: 900 + index, state }),
  );
  const applicationIds = [1, 2].map((index) =>
    server.insert("applications", {
      name: `Una ${index}`,
      email: `una${index}@example.com`,
      password_hash: "",
      answer: "",
      ...created,
    }),
  );
  const ticket = { category: "Bug Report", subject: "Broken", description: "It broke.", updated_at: 1, ...created };
  const ticketIds = ["New", "In Progress", "Closed"].map((status) => server.insert("tickets", { ...ticket, status }));
  const eventId = await submitEvent(owner);
  const posts = [1, 2].map((index) => {
    const comment = {
      user_id: Number(owner.id),
      vehicle_id: Number(vehicleId),
      text: `Hello ${index}`,
      hidden: 4,
    };
    const thing_id = server.insert("comments", { ...comment, ...created });
    return server.insert("holds", { user_id: Number(owner.id), kind: "comment", thing_id, ...created });
  });
  return { caseId: caseIds[0], applicationId: applicationIds[0], ticketId: ticketIds[0], eventId, heldId: posts[0] };
}

const { caseId, applicationId, ticketId, eventId, heldId } = await addQueues();

const QUEUES = [
  ["Cases 3", "/moderation"],
  ["Objections 1", "/moderation?state=appealed"],
  ["Pending events 1", "/moderation/events"],
  ["First posts 2", "/moderation/held"],
  ["Applications 2", "/moderation/applications"],
];
const OF_ADMIN = [
  ...QUEUES.map(([label, to]) => [label, to === "/moderation/events" ? "/admin/events" : to]),
  ["Support Inbox 2", "/admin/tickets"],
  ["Dashboard", "/admin"],
  ["Members", "/admin/users"],
  ["Invitations", "/admin/invitations"],
  ["Registration", "/admin/door"],
  ["Blocked networks", "/admin/blocks"],
  ["Site", "/admin/site"],
  ["Log", "/admin/log"],
  ["Mail", "/admin/mail"],
  ["Jobs", "/admin/jobs"],
  ["Backups", "/admin/backups"],
  ["Storage", "/admin/storage"],
  ["Installation", "/admin/about"],
];

const MENU = 'nav[aria-label="Staff"]';
const itemsOf = (page: HtmlPage) => {
  const addresses = page.attributes(`${MENU} a`, "href");
  return page.texts(`${MENU} a`).map((label, index) => [label, addresses[index]]);
};
const currentOf = (page: HtmlPage) => [
  page.texts(`${MENU} [aria-current]`),
  page.attributes(`${MENU} [aria-current]`, "aria-current"),
];

/** Its own page, or one below it. */
const ON_PAGE: Record<string, [item: string, mark: "page" | "true"]> = {
  "/moderation": ["Cases 3", "page"],
  "/moderation?state=open&page=1": ["Cases 3", "page"],
  "/moderation?state=appealed": ["Objections 1", "page"],
  [`/moderation/cases/${caseId}`]: ["Cases 3", "true"],
  "/moderation/events": ["Pending events 1", "page"],
  [`/moderation/events/${eventId}/approve`]: ["Pending events 1", "true"],
  "/moderation/held": ["First posts 2", "page"],
  [`/moderation/many?act=claim&id=${caseId}`]: ["Cases 3", "true"],
  [`/moderation/many?act=publish&id=${heldId}`]: ["First posts 2", "true"],
  [`/moderation/held/${heldId}/refuse`]: ["First posts 2", "true"],
  "/moderation/applications": ["Applications 2", "page"],
  [`/moderation/applications/${applicationId}/refuse`]: ["Applications 2", "true"],
};
const ON_ADMIN_PAGE: typeof ON_PAGE = {
  "/admin": ["Dashboard", "page"],
  "/admin/users?q=olive": ["Members", "page"],
  [`/moderation/many?act=deactivate&id=${owner.id}`]: ["Members", "true"],
  [`/admin/users/${owner.id}/active`]: ["Members", "true"],
  [`/admin/users/${owner.id}/role`]: ["Members", "true"],
  "/admin/events": ["Pending events 1", "page"],
  [`/admin/events/${eventId}/reject`]: ["Pending events 1", "true"],
  "/admin/tickets": ["Support Inbox 2", "page"],
  [`/admin/tickets/${ticketId}`]: ["Support Inbox 2", "true"],
  "/admin/door": ["Registration", "page"],
  "/admin/backups": ["Backups", "page"],
  "/admin/jobs": ["Jobs", "page"],
  "/admin/mail": ["Mail", "page"],
  "/admin/site": ["Site", "page"],
  "/admin/site/terms": ["Site", "true"],
  "/admin/log": ["Log", "page"],
  "/admin/invitations": ["Invitations", "page"],
  "/admin/blocks": ["Blocked networks", "page"],
  "/admin/storage": ["Storage", "page"],
  "/admin/about": ["Installation", "page"],
};

test.each(Object.entries({ ...ON_PAGE, ...ON_ADMIN_PAGE }))(
  "the menu of an admin is on %s",
  async (path, [item, mark]) => {
    const { status, page } = await admin.browser.get(path);
    expect([status, itemsOf(page)]).toEqual([200, OF_ADMIN]);
    expect(currentOf(page)).toEqual([[item], [mark]]);
  },
);

test.each(Object.entries(ON_PAGE))(
  "the menu of a moderator is on %s, with the queues alone",
  async (path, [item, mark]) => {
    const { status, page } = await moderator.browser.get(path);
    expect([status, itemsOf(page)]).toEqual([200, QUEUES]);
    expect(currentOf(page)).toEqual([[item], [mark]]);
  },
);

test("others get no menu, not even with the refusal, nor staff elsewhere", async () => {
  for (const path of [...Object.keys(ON_PAGE), ...Object.keys(ON_ADMIN_PAGE)]) {
    const { status, page } = await owner.browser.get(path);
    expect([path, status, itemsOf(page)]).toEqual([path, 403, []]);
  }
  for (const path of Object.keys(ON_ADMIN_PAGE)) expect((await moderator.browser.get(path)).status, path).toBe(403);
  for (const path of ["/", "/settings", "/cases"]) expect(itemsOf((await admin.browser.get(path)).page)).toEqual([]);
});

test("a queue without anything waiting has no number, and one's own cases do not count", async () => {
  server.run("UPDATE cases SET person_id = ? WHERE id = ?", Number(moderator.id), caseId);
  server.run("DELETE FROM applications");
  const labels = itemsOf((await moderator.browser.get("/moderation/held")).page).map(([label]) => label);
  expect(labels).toEqual(["Cases 2", "Objections 1", "Pending events 1", "First posts 2", "Applications"]);
});

test("a fault of the numbers leaves the menu and the page, and is logged", async () => {
  server.allowFault(/no such table: applications/);
  server.run("ALTER TABLE applications RENAME TO gone");
  const { status, page } = await admin.browser.get("/moderation/held");
  server.run("ALTER TABLE gone RENAME TO applications");
  const withoutNumbers = OF_ADMIN.map(([label, to]) => [label?.replace(/ \d+$/, ""), to]);
  expect([status, page.heading, itemsOf(page)]).toEqual([200, "First posts", withoutNumbers]);
  expect(await eventually(() => server.value("SELECT path FROM faults") === "/moderation/held", 10)).toBe(true);
});

test("a post has its actions in a row menu, with one for all of its author if there are several", async () => {
  const several = (await admin.browser.get("/moderation/held")).page;
  const row = "tbody tr:first-child";
  expect(several.text(`${row} summary`)).toBe("More: the comment by Olive Owner");
  expect(several.texts(`${row} .popup li`)).toEqual([
    "Publish all by Olive Owner",
    "Reject the comment by Olive Owner",
  ]);
  expect(several.texts("tbody tr:last-child .popup li")).toHaveLength(1);
  expect(several.texts("main .button-primary")).toEqual([]);
});
