import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { ensureBuild } from "../../app/cli/build/build.mjs";
import { turnOnSecondStep } from "../support/authenticator";
import { serverEnv } from "../support/launch";
import { runNode } from "../support/run-node";
import { sharedServer } from "../support/server";

await ensureBuild();
const folder = mkdtempSync(path.join(tmpdir(), "paddock-commands-"));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (...args: string[]) => runNode(["app/cli/run.mjs", ...args], serverEnv(folder));

const server = await sharedServer();

describe("npm run admin", () => {
  /** On the database of the running site. */
  const admin = (...args: string[]) =>
    runNode(["app/cli/run.mjs", "admin", ...args], serverEnv(folder, { DATABASE_URL: `file:${server.database.name}` }));

  test("grants, lists and revokes beside a running site, which notices at once", async () => {
    const member = await server.signUp("Grace Gear");
    const role = async () => (await member.browser.api("GET", "/users/me")).json.data.user.role;
    expect(await role()).toBe("user");
    const granted = await admin("grant", member.email);
    expect(granted).toEqual({ code: 0, stdout: `${member.email} is an admin.\n`, stderr: "" });
    expect([await role(), (await admin("list")).stdout]).toEqual(["admin", `${member.email}  Grace Gear  admin\n`]);
    const helper = await server.signUp("Mo Derator");
    const made = await admin("grant", helper.email, "--role", "moderator");
    expect(made.stdout).toBe(`${helper.email} is a moderator.\n`);
    expect((await admin("revoke", helper.email)).stdout).toBe(`${helper.email} is no longer a moderator.\n`);
    const last = await admin("revoke", member.email);
    expect(last).toEqual({
      code: 1,
      stdout: "",
      stderr: "The last admin cannot be removed. Make somebody else an admin first.\n",
    });
  });

  test("lets somebody in again who has lost authenticator and recovery codes", async () => {
    const member = await server.signUp("Lost Phone");
    await turnOnSecondStep(member.browser);
    const off = () => admin("second-step-off", member.email);
    const said = `Two-step verification of ${member.email} is`;
    expect(await off()).toEqual({ code: 0, stdout: `${said} off.\n`, stderr: "" });
    expect((await member.browser.api("GET", "/users/me")).status).toBe(401);
    const opened = await member.browser.submit("/login", { email: member.email, password: member.password });
    expect(opened.location).toBe("/");
    await server.readMail(member.email, /verification is off/);
    expect(await off()).toEqual({ code: 1, stdout: "", stderr: `${said} not on.\n` });
  });

  test("works on a database that is not there yet", async () => {
    const { code, stdout } = await run("admin", "list");
    expect([code, stdout]).toEqual([0, "There is no admin yet: npm run admin -- grant EMAIL\n"]);
  });

  test("an unknown address is one clear line", async () => {
    const stderr = "No account has the address nobody@example.com.\n";
    expect(await run("admin", "grant", "nobody@example.com")).toEqual({ code: 1, stdout: "", stderr });
  });

  test("called wrongly it says how", async () => {
    const wrong = [
      [],
      ["grant"],
      ["list", "x"],
      ["promote", "ada@example.com"],
      ["grant", "a", "b"],
      ["grant", "a", "--role", "user"],
    ];
    const stderr =
      "usage: npm run admin -- grant EMAIL [--role moderator] | revoke EMAIL | second-step-off EMAIL | list\n";
    const said = await Promise.all(wrong.map((args) => run("admin", ...args)));
    expect(said).toEqual(wrong.map(() => ({ code: 1, stdout: "", stderr })));
  });
});

test("an unknown command is one clear line", async () => {
  const { code, stdout, stderr } = await run("repair");
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toBe(
    "usage: run.mjs build | start | pack | map-data | seed | admin | backup | restore | uploads | demo\n",
  );
});
