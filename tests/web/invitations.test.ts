import { expect, test } from "vitest";
import { mailedPath, readMail } from "../support/mail";
import { signUpFields } from "../support/members";
import { sharedServer } from "../support/server";

const server = await sharedServer();
const admin = await server.signUpAdmin();
const HERE = "/admin/invitations";

async function invitationOf(address: string) {
  const { links } = await readMail(server, address, /signup\?invite=/);
  const url = new URL(links.find((link) => link.includes("invite="))!);
  return { path: url.pathname + url.search, token: url.searchParams.get("invite")! };
}

const invite = (emails: string) => admin.browser.submit(HERE, { intent: "invite", emails, days: "30" });

test("a club is invited from a pasted list; each address gets a link, and its state is shown", async () => {
  const member = await server.signUp("Already Here");
  await admin.browser.api("PATCH", "/admin/door", { registration: "invite" });
  const list = `Name,Email\n"Ada","ada.club@example.com"\nBob <bob.club@example.com>; ${member.email}\nADA.club@example.com`;
  const sent = await invite(list);
  expect([sent.status, sent.page.texts("main [role=status] p")]).toEqual([
    200,
    ["2 invitations saved, but not sent: email is off.", `Skipped, because they have an account: ${member.email}.`],
  ]);
  expect(sent.page.text("main")).toContain("Email is off: SMTP_URL is not set.");
  const { token } = await invitationOf("ada.club@example.com");
  const visitor = server.visitor();
  const form = { ...signUpFields("ada.club@example.com"), invite: token };
  expect((await visitor.submit("/signup", form)).status).toBe(200);
  await visitor.submit(await mailedPath(server, "ada.club@example.com", /\/verify-email\/\S+/));
  const rows = (await admin.browser.get(HERE)).page.texts("tbody tr");
  expect(rows.map((row) => [/\S+@\S+?\.com/.exec(row)?.[0], /Open|Used/.exec(row)?.[0]])).toEqual([
    ["bob.club@example.com", "Open"],
    ["ada.club@example.com", "Used"],
  ]);
  await admin.browser.api("PATCH", "/admin/door", { registration: "open" });
});

test("an address invited again gets a new link instead, which ends when it is revoked", async () => {
  expect((await invite("cleo.club@example.com")).location).toBe(HERE);
  const first = await invitationOf("cleo.club@example.com");
  const { json } = await admin.browser.api("POST", HERE, { emails: ["cleo.club@example.com"], days: 3 });
  expect(json.data.result).toEqual({ invited: 1, members: [], refused: [] });
  const { id } = server.row("SELECT id FROM invites WHERE email = 'cleo.club@example.com'") as { id: number };
  await admin.browser.submit(HERE, { intent: "revoke", inviteId: String(id) });
  expect((await admin.browser.get(HERE)).page.text("tbody")).not.toContain("cleo.club");
  await admin.browser.api("PATCH", "/admin/door", { registration: "invite" });
  expect((await server.visitor().get(first.path)).page.text("main")).toContain("This invite is no longer valid.");
  await admin.browser.api("PATCH", "/admin/door", { registration: "open" });
});

test("more than 100 addresses, and a wrong one, are refused with what was typed", async () => {
  const many = Array.from({ length: 101 }, (_, index) => `member${index}@example.com`).join("\n");
  const refused = await invite(many);
  expect([refused.status, refused.page.text("[id$=emails-error]")]).toEqual([
    400,
    "At most 100 addresses at once. These are 101.",
  ]);
  const wrong = await invite("dora.club@example.com, dora@club");
  expect([wrong.status, wrong.page.text("[id$=emails-error]")]).toEqual([
    400,
    "“dora@club”: Please enter a valid email address.",
  ]);
  expect(server.row("SELECT count(*) AS n FROM invites WHERE email LIKE 'dora%'")).toEqual({ n: 0 });
});
