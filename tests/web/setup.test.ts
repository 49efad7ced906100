import { existsSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { SETUP_MESSAGES } from "~/features/accounts/limits";
import { SITE_NAME_LOCKED, SITE_NAME_REQUIRED } from "~/lib/site";
import { browserLike } from "../support/browser-like";
import { PASSWORD } from "../support/members";
import { startServer } from "../support/server";

const newUser = (email: string) => ({
  ...{ name: "Olga Operator", email, password: PASSWORD, passwordConfirm: PASSWORD },
  ...{ siteName: "Oily Hands", line: "A shed for all", registration: "invite", firstPosts: "links" },
});

/** Without an admin, with its setup token. */
async function newSite(env: Record<string, string> = {}) {
  const server = await startServer({ env });
  const file = path.join(path.dirname(server.database.name), "setup-token");
  const token = readFileSync(file, "utf8");
  return { server, file, token, address: `/setup?token=${token}` };
}

test("a new site is set up once: its first admin is logged in, its name is everywhere, and the address is gone", async () => {
  const { server, file, token, address } = await newSite();
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(server.log()).toContain(`set up: http://127.0.0.1:${new URL(server.url).port}${address}`);
  const [operator, visitor] = [browserLike(server), browserLike(server)];
  for (const wrong of ["/setup", "/setup?token=", `/setup?token=${token.slice(1)}`, `/setup?token=${token}x`]) {
    expect((await visitor.get(wrong)).status, wrong).toBe(404);
    expect((await visitor.submit(wrong, newUser("a@example.com"))).status, wrong).toBe(404);
  }
  const { page, headers } = await operator.get(address);
  expect(["registration", "firstPosts"].map((field) => page.value(field))).toEqual(["open", "links"]);
  expect(headers.get("cache-control")).toContain("no-store");
  expect(headers.get("referrer-policy")).toContain("same-origin");
  const response = await operator.submit(address, { ...newUser("nobody"), siteName: "", passwordConfirm: "another" });
  expect([response.status, response.page.value("name")]).toEqual([400, "Olga Operator"]);
  expect(response.page.value("line")).toBe("A shed for all");
  expect(response.page.text("main")).toContain(SITE_NAME_REQUIRED);
  const obvious = { ...newUser("olga@example.com"), password: "Oily Hands 1", passwordConfirm: "Oily Hands 1" };
  expect((await operator.submit(address, obvious)).page.fieldError("password")).toContain("easy to guess");
  expect((await operator.submit(address, newUser("olga@example.com"))).location).toBe("/admin/site");
  expect((await operator.get("/admin/site")).page.text("main")).toContain("Site");
  const expected = { name: "Oily Hands", line: "A shed for all" };
  expect((await operator.api("GET", "/admin/site")).json.data.doc).toMatchObject(expected);
  expect((await operator.api("GET", "/admin/door")).json.data.doc).toMatchObject({
    registration: "invite",
    firstPosts: "links",
  });
  expect([(await visitor.get("/")).page.title, existsSync(file)]).toEqual(["Oily Hands · A shed for all", false]);
  const late = await server.visitor().get(address);
  expect([late.status, late.page.text("main")]).toEqual([404, "Set upThis site is already set up. Log in."]);
  const login = await visitor.submit("/login", { email: "olga@example.com", password: PASSWORD });
  expect(login.location).toBe("/");
  await server.restart();
  expect(existsSync(file)).toBe(false);
  const actions = server
    .log()
    .split("\n")
    .filter((line) => line.includes('"event":"admin_act"'));
  expect(actions.length).toBeGreaterThan(1);
  for (const line of actions) {
    expect(JSON.parse(line)).toMatchObject({
      clientAddress: expect.stringMatching(/127\.0\.0\.1$/),
      requestId: expect.stringMatching(/^[\w-]{36}$/),
    });
  }
  await server.stop();
});

test("of two concurrent set-ups one wins, and the other creates no account", async () => {
  const { server, address } = await newSite();
  const users = ["one@example.com", "two@example.com"].map((email) => ({ email, browser: browserLike(server) }));
  const responses = await Promise.all(users.map(({ email, browser }) => browser.submit(address, newUser(email))));
  // A later request gets 404, a simultaneous one a message.
  const second = responses.findIndex(({ location }) => location !== "/admin/site");
  expect(responses.filter(({ location }) => location === "/admin/site")).toHaveLength(1);
  expect(["/login", 404]).toContain(responses[second]!.location || responses[second]!.status);
  const { email, browser } = users[second]!;
  const expected = responses[second]!.location ? SETUP_MESSAGES.alreadyDone : "Log in";
  expect((await browser.get("/login")).page.text("body")).toContain(expected);
  expect((await browser.submit("/login", { email, password: PASSWORD })).status).toBe(400);
  const counts = server.database.prepare("SELECT sum(role = 'admin') AS admins, count(*) AS people FROM users").get();
  expect(counts).toEqual({ admins: 1, people: 1 });
  await server.stop();
});

test("a name that the environment sets is shown, and stays", async () => {
  const { server, address } = await newSite({ SITE_NAME: "Shed" });
  const browser = browserLike(server);
  const { page } = await browser.get(address);
  expect([page.value("siteName"), page.text("main")]).toEqual(["Shed", expect.stringContaining(SITE_NAME_LOCKED)]);
  expect((await browser.submit(address, newUser("olga@example.com"))).location).toBe("/admin/site");
  expect((await browser.get("/")).page.title).toBe("Shed · A shed for all");
  await server.stop();
});

test("each start creates a new token, until there is an admin", async () => {
  const { server, file, token, address } = await newSite();
  await server.restart();
  expect(readFileSync(file, "utf8")).not.toBe(token);
  expect((await browserLike(server).get(address)).status).toBe(404);
  await server.stop();
});
