import { expect, test } from "vitest";
import { signUpFields } from "../support/members";
import { sharedServer } from "../support/server";

const server = await sharedServer({ env: { TRUST_PROXY: "1" } });
const admin = await server.signUpAdmin();

const from = (address: string) => ({ "X-Forwarded-For": address });

test("nobody signs up or writes from a blocked network; they read, log in and write again once it is undone", async () => {
  const owner = await server.signUpWithGarage();
  const block = { intent: "block", network: "203.0.113.0/24", reason: "40 spam accounts", days: "7" };
  expect((await admin.browser.submit("/admin/blocks", block)).location).toBe("/admin/blocks");
  const { page } = await admin.browser.get("/admin/blocks");
  expect(page.text("tbody tr")).toContain("203.0.113.0/24");
  const inside = from("203.0.113.9");
  const call = (headers: Record<string, string>) =>
    owner.browser.api("PATCH", "/users/updateMe", { bio: "Hello" }, { headers });
  expect([(await call(inside)).status, (await call(from("203.0.114.9"))).status]).toEqual([403, 200]);
  expect((await call(from("::ffff:203.0.113.9"))).status).toBe(403);
  expect((await owner.browser.get("/settings", inside)).status).toBe(200);
  const signUp = await server
    .visitor()
    .api("POST", "/users/signup", signUpFields("spam@example.com"), { headers: inside });
  expect([signUp.status, signUp.json.message]).toEqual([
    403,
    "New accounts and posts from your network are blocked at the moment.",
  ]);
  const login = { email: owner.email, password: owner.password };
  expect((await server.visitor().api("POST", "/users/login", login, { headers: inside })).status).toBe(200);
  const { id: blockId } = server.row("SELECT id FROM network_blocks") as { id: number };
  await admin.browser.submit("/admin/blocks", { intent: "unblock", blockId: String(blockId) });
  expect((await call(inside)).status).toBe(200);
  const log = (await admin.browser.get("/admin/log")).page.text("main");
  expect(log).toContain("203.0.113.0/24");
});
