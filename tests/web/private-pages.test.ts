import { readdirSync, statSync } from "node:fs";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { signUpAdmin } from "../support/admins";
import { readMail } from "../support/mail";
import { type Owner, signUpWithGarage } from "../support/members";
import { rawRequest } from "../support/raw-request";
import { sharedServer } from "../support/server";

const server = sharedServer();

let owner: Owner;
beforeAll(async () => {
  owner = await signUpWithGarage(server(), "Petra Private");
});

test.each([
  "/settings",
  "/settings/security",
  "/settings/notifications",
  "/vehicles/new",
  "/events/submit",
  "/events/mine",
])("%s needs a session, and nobody keeps it", async (page) => {
  for (const address of [page, `${page}.data`]) {
    const { status, headers } = await owner.browser.get(address);
    expect([address, status, headers.get("cache-control")]).toEqual([address, 200, "private, no-store"]);
  }
  const edit = await owner.browser.get(`/garages/${owner.garageId}/edit`);
  expect(edit.headers.get("cache-control")).toBe("private, no-store");
  const refused = await owner.browser.get("/admin");
  expect([refused.status, refused.headers.get("cache-control")]).toEqual([403, "private, no-store"]);
});

test("so do the admins' pages", async () => {
  const admin = await signUpAdmin(server(), "Ada Private");
  for (const page of ["/admin", "/admin/tickets", "/admin/log", "/admin/events"]) {
    const { status, headers } = await admin.browser.get(page);
    expect([page, status, headers.get("cache-control")]).toEqual([page, 200, "private, no-store"]);
  }
});

test("who has logged out, or signed up once, gets the kept page like everybody", async () => {
  await owner.browser.submit("/logout");
  expect([...owner.browser.cookies.keys()]).toContain("paddock_device");
  // Of pages that were never looked at here.
  for (const name of ["paddock_welcome", "paddock_toast"]) owner.browser.cookies.delete(name);
  expect((await owner.browser.get("/about-us")).headers.get("etag")).toMatch(/^"[\w-]+"$/);
});

test("database, secret and mails are their owner's alone", async () => {
  await owner.browser.submit("/forgot-password", { email: owner.email });
  await readMail(server(), owner.email);
  const mode = (file: string) => (statSync(file).mode & 0o777).toString(8);
  const folder = path.dirname(server().database.name);
  for (const name of readdirSync(folder).filter((file) => /^app\.db|^session-secret$/.test(file))) {
    // The test's own handle may have made what stands beside the database.
    expect([name, mode(path.join(folder, name))]).toEqual([name, "600"]);
  }
  expect(readdirSync(folder)).toContain("session-secret");
  expect(mode(server().mailDir)).toBe("700");
  for (const mail of readdirSync(server().mailDir)) expect(mode(path.join(server().mailDir, mail))).toBe("600");
});

test("what is no page says what it is, too", async () => {
  for (const address of ["/healthz", "/assets/none.js", "/api/v1/garages", "/feed.xml"]) {
    const { headers } = await rawRequest(server().url, { path: address });
    expect([address, headers["x-content-type-options"]]).toEqual([address, "nosniff"]);
  }
});

test("pages take no base address, and pictures from hosts that are named only", async () => {
  const policy = String((await rawRequest(server().url, { path: "/about-us" })).headers["content-security-policy"]);
  expect(policy).toContain("base-uri 'none'");
  expect(policy).toContain("img-src 'self' data: blob: https://res.cloudinary.com;");
});
