import { expect, test } from "vitest";
import { mailedPath, readMail } from "../support/mail";
import { PASSWORD } from "../support/members";
import { sharedServer } from "../support/server";

const server = await sharedServer();
const admin = await server.signUpAdmin();

test("an admin finds a member, and everything about the account, from the list of members", async () => {
  const ada = await server.signUpWithGarage();
  const list = (await admin.browser.get(`/admin/users?q=${encodeURIComponent(ada.email)}`)).page;
  expect(list.link(ada.name)).toBe(`/admin/users/${ada.id}`);
  const { page } = await admin.browser.get(`/admin/users/${ada.id}`);
  expect(page.text("main dl")).toContain(ada.email);
  expect((await ada.browser.get(`/admin/users/${admin.id}`)).status).toBe(403);
});

test("a dead address: the admin enters another one, the member confirms it and logs in with it", async () => {
  const ada = await server.signUp("Dead Address");
  const here = `/admin/users/${ada.id}`;
  const refused = await admin.browser.submit(`${here}/email`, { email: "no address" });
  expect([refused.status, refused.page.attribute("main input[name=email]", "value")]).toEqual([400, "no address"]);
  const email = `alive.${ada.id}@example.com`;
  expect((await admin.browser.submit(`${here}/email`, { email })).location).toBe(here);
  expect((await admin.browser.get(here)).page.text("main dl")).toContain(`Waiting for ${email} to confirm, until`);
  const visitor = server.visitor();
  await visitor.submit(await mailedPath(server, email, /\/confirm-email\/\S+/));
  const login = await visitor.submit("/login", { email, password: PASSWORD });
  expect(login.status).toBe(302);
  expect((await readMail(server, ada.email, /another email address/)).subject).toBe(
    "A new email address for your account",
  );
});

test("all devices are logged out, and an account is deleted for good, by an admin with a recent login", async () => {
  const ada = await server.signUp("Gone Soon");
  const here = `/admin/users/${ada.id}`;
  await admin.browser.submit(`${here}/end-sessions`);
  expect((await ada.browser.get("/settings")).status).toBe(302);
  expect((await admin.browser.get(`${here}/unknown`)).status).toBe(404);
  const archive = await admin.browser.submit(`${here}/export`);
  expect([archive.status, archive.headers.get("content-type")]).toEqual([200, "application/zip"]);
  server.run("UPDATE sessions SET authenticated_at = 0 WHERE user_id = ?", Number(admin.id));
  const refused = await admin.browser.submit(`${here}/delete`);
  expect([refused.status, refused.page.fieldError("password") !== ""]).toEqual([403, true]);
  expect((await admin.browser.submit(`${here}/export`)).location).toBe(`${here}#data`);
  expect((await admin.browser.submit(`${here}/delete`, { password: PASSWORD })).location).toBe("/admin/users");
  expect((await admin.browser.get(here)).status).toBe(404);
});
