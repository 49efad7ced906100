import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { NO_PASSWORD } from "~/features/accounts/passwords.server";
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
  const admin = (...args: string[]) =>
    runNode(["app/cli/run.mjs", "admin", ...args], serverEnv(path.dirname(server.database.name)));

  test("grants, lists and revokes on a running site, effective at once", async () => {
    const member = await server.signUp("Grace Gear");
    const role = async () => (await member.browser.api("GET", "/users/me")).json.data.user.role;
    expect(await role()).toBe("user");
    const granted = await admin("grant", member.email);
    expect(granted).toEqual({ code: 0, stdout: `${member.email} is an admin.\n`, stderr: "" });
    expect([await role(), (await admin("list")).stdout]).toEqual(["admin", `${member.email}  Grace Gear  admin\n`]);
    const helper = await server.signUp("Mo Derator");
    const result = await admin("grant", helper.email, "--role", "moderator");
    expect(result.stdout).toBe(`${helper.email} is a moderator.\n`);
    expect((await admin("revoke", helper.email)).stdout).toBe(`${helper.email} is no longer a moderator.\n`);
    const last = await admin("revoke", member.email);
    expect(last).toEqual({
      code: 1,
      stdout: "",
      stderr: "The last admin cannot be removed. Make another member an admin first.\n",
    });
  });

  test("opens a confirmed account, whose link sets a password", async () => {
    const { stdout, code } = await admin("create", "new.member@example.com", "New Member");
    expect(code).toBe(0);
    const link = new URL(/http\S+/.exec(stdout)![0]).pathname;
    const chosen = { password: "brand new one", passwordConfirm: "brand new one" };
    expect((await server.visitor().submit(link, chosen)).status).toBe(302);
    const again = await admin("create", "new.member@example.com", "New Member");
    expect(again).toEqual({ code: 1, stdout: "", stderr: "new.member@example.com has an account.\n" });
  });

  test("resets the second step of a user without authenticator and recovery codes", async () => {
    const member = await server.signUp("Lost Phone");
    await turnOnSecondStep(member.browser);
    const turnOff = () => admin("second-step-off", member.email);
    const message = `Two-step verification of ${member.email} is`;
    expect(await turnOff()).toEqual({ code: 0, stdout: `${message} off.\n`, stderr: "" });
    expect((await member.browser.api("GET", "/users/me")).status).toBe(401);
    const response = await member.browser.submit("/login", { email: member.email, password: member.password });
    expect(response.location).toBe("/");
    await server.readMail(member.email, /verification is off/);
    expect(await turnOff()).toEqual({ code: 1, stdout: "", stderr: `${message} not on.\n` });
  });

  test("lists the ways in of an account, and removes one, also the last", async () => {
    const { id, email } = await server.signUp("Wanda Ways");
    const waysIn = (...args: string[]) => admin("ways-in", email, ...args);
    const issuer = "https://keys.example";
    server.run("INSERT INTO identities (user_id, issuer, subject, created_at) VALUES (?, ?, 'w', 1)", id, issuer);
    const identityId = server.value("SELECT id FROM identities WHERE user_id = ?", id);
    const list = `password: yes\nidentity:${identityId}  ${issuer}\ntwo-step verification: off\n`;
    expect(await waysIn()).toEqual({ code: 0, stdout: list, stderr: "" });
    server.run("UPDATE users SET password_hash = ? WHERE id = ?", NO_PASSWORD, id);
    const remove = () => waysIn("--remove", `identity:${identityId}`);
    const message = `identity:${identityId} is removed. It was the last way in, except a new password by email.\n`;
    expect(await remove()).toEqual({ code: 0, stdout: message, stderr: "" });
    expect((await waysIn()).stdout).toBe("password: no\ntwo-step verification: off\n");
    await server.readMail(email, /way to log in was removed/);
    expect(server.row("SELECT action, actor_name FROM audit_log ORDER BY id DESC")).toEqual({
      ...{ action: "user.remove-way-in", actor_name: "command line" },
    });
    expect(await remove()).toEqual({ code: 1, stdout: "", stderr: `${email} has no identity:${identityId}.\n` });
  });

  test("in a folder without a site it reports that, and creates nothing", async () => {
    const stderr = `DATABASE_URL: there is no database at ${path.join(folder, "app.db")}.\n`;
    for (const args of [["list"], ["grant", "a@example.com"]])
      expect(await run("admin", ...args)).toEqual({ code: 1, stdout: "", stderr });
    expect(readdirSync(folder)).toEqual([]);
  });

  test("an unknown address is one clear line", async () => {
    const stderr = "No account has the address nobody@example.com.\n";
    expect(await admin("grant", "nobody@example.com")).toEqual({ code: 1, stdout: "", stderr });
  });

  test("a wrong call shows the usage", async () => {
    const wrong = [
      [],
      ["grant"],
      ["list", "x"],
      ["promote", "ada@example.com"],
      ["grant", "a", "b"],
      ["grant", "a", "--role", "user"],
      ["constructor", "a"],
      ["ways-in", "a", "--remove", "password:1"],
    ];
    const stderr =
      "usage: npm run admin -- create EMAIL NAME | grant EMAIL [--role moderator] | revoke EMAIL | second-step-off EMAIL | ways-in EMAIL [--remove identity:ID | passkey:ID] | list\n";
    const results = await Promise.all(wrong.map((args) => run("admin", ...args)));
    expect(results).toEqual(wrong.map(() => ({ code: 1, stdout: "", stderr })));
  });
});

test("a wrong call of a command that creates a site creates nothing", async () => {
  expect((await run("seed", "--cars", "7")).code).toBe(1);
  expect(readdirSync(folder)).toEqual([]);
});

test("a backup in a folder without a site reports that, and creates nothing", async () => {
  const repository = { RESTIC_REPOSITORY: path.join(folder, "repository"), RESTIC_PASSWORD: "secret" };
  const result = await runNode(["app/cli/run.mjs", "backup"], serverEnv(folder, repository));
  const stderr = `DATABASE_URL: there is no database at ${path.join(folder, "app.db")}.\n`;
  expect([result, readdirSync(folder)]).toEqual([{ code: 1, stdout: "", stderr }, []]);
});

const COMMANDS = "build | start | pack | map-data | seed | admin | backup | restore | uploads | demo";

test("an unknown command is one clear line", async () => {
  const { code, stdout, stderr } = await run("repair");
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toBe(`usage: run.mjs ${COMMANDS} | --help | --version\n`);
});

describe("the help", () => {
  test.each([["--help"], ["-h"], ["start", "--help"], ["pack", "--help"], ["demo", "-h"]])("%s %s", async (...args) => {
    const stdout = `usage: run.mjs ${COMMANDS} | --help | --version\n`;
    expect(await run(...args)).toEqual({ code: 0, stdout, stderr: "" });
    expect(readdirSync(folder)).toEqual([]);
  });

  test.each(["admin", "backup", "restore", "uploads", "seed"])("%s --help", async (name) => {
    for (const flag of ["--help", "-h"]) {
      const { code, stdout, stderr } = await run(name, flag);
      expect([code, stdout, stderr]).toEqual([0, expect.stringMatching(`^usage: npm run ${name} -- `), ""]);
    }
    expect(readdirSync(folder)).toEqual([]);
  });
});

test("the version", async () => {
  const { version } = JSON.parse(readFileSync("package.json", "utf8"));
  const { code, stdout } = await run("--version");
  expect([code, stdout]).toEqual([
    0,
    expect.stringMatching(new RegExp(`^paddock ${version}( \\([0-9a-f]{8}(-dirty)?\\))?\n$`)),
  ]);
});
