import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ensureBuild } from "../../app/cli/build/build.mjs";
import { serverEnv } from "../support/launch";
import { collectLines } from "../support/lines";
import { runNode, startNode } from "../support/run-node";

let folder: string;

beforeEach(async () => {
  await ensureBuild();
  folder = mkdtempSync(path.join(tmpdir(), "paddock-start-"));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const start = (env: Record<string, string> = {}) => startNode(["build/server.js"], serverEnv(folder, env));

describe("the start", () => {
  test.each([
    ["1", "SIGTERM"],
    ["1", "SIGHUP"],
    ["2", "SIGTERM"],
    ["2", "SIGINT"],
  ] as const)(
    "with %s process(es): migrates, prints its address, responds, ends with 0 on %s",
    async (processes, signal) => {
      const { child, closed, output } = start({ LOG_LEVEL: "silent", WEB_CONCURRENCY: processes });
      const [line, url] = (await output.find(/^listening on (http:\/\/127\.0\.0\.1:\d+)$/)) ?? [];
      expect(url, output.text()).toBeDefined();
      const health = await fetch(`${url}/healthz`);
      expect([health.status, await health.json()]).toEqual([200, { status: "ok" }]);
      expect((await fetch(`${url}/about-us`)).status).toBe(200);
      expect(statSync(path.join(folder, "session-secret")).mode & 0o777).toBe(0o600);
      child.kill(signal);
      expect(await closed).toBe(0);
      // Without an admin it logs the setup URL.
      const token = readFileSync(path.join(folder, "setup-token"), "utf8");
      expect(output.text().split("\n")).toEqual([`set up: ${url}/setup?token=${token}`, line]);
    },
  );

  test("is unhealthy while its database is missing, and healthy again", async () => {
    const { child, closed, output } = start({ WEB_CONCURRENCY: "2" });
    const [, url] = (await output.find(/^listening on (http:\/\/127\.0\.0\.1:\d+)$/)) ?? [];
    const ask = async (query = "") => {
      // New connections, so that both processes respond.
      const answer = await fetch(`${url}/healthz${query}`, { headers: { Connection: "close" } });
      return [answer.status, await answer.json()];
    };
    const six = (query?: string) => Promise.all(Array.from({ length: 6 }, () => ask(query)));
    const all = (answer: unknown) => Array.from({ length: 6 }, () => answer);
    const file = path.join(folder, "app.db");
    renameSync(file, `${file}.away`);
    const message = "the database file is missing";
    expect(await six()).toEqual(all([503, { status: "error", message }]));
    expect(await six("?read")).toEqual(all([200, { status: "ok" }]));
    renameSync(`${file}.away`, file);
    expect(await six()).toEqual(all([200, { status: "ok" }]));
    const logLines = output
      .text()
      .split("\n")
      .filter((line) => line.includes("health check failed"));
    expect(logLines.length).toBeGreaterThan(0);
    expect(logLines.length).toBeLessThanOrEqual(2);
    child.kill();
    expect(await closed).toBe(0);
  });

  test("warns once of unknown variables, without their values", async () => {
    const { child, closed, output } = start({ WEB_CONCURRENCY: "2", PADDOCK_PORT: "s3cret", SMPT_URL: "s3cret" });
    await output.find(/^listening on /);
    child.kill();
    expect(await closed).toBe(0);
    const warned = output
      .text()
      .split("\n")
      .filter((line) => line.includes("unknown setting"));
    const warnings = warned.map((line) => JSON.parse(line) as { name: string; meant: string });
    expect(warnings.map(({ name, meant }) => [name, meant])).toEqual([
      ["PADDOCK_PORT", "PORT"],
      ["SMPT_URL", "SMTP_URL"],
    ]);
    expect(output.text()).not.toContain("s3cret");
  });

  test("npm start hands SIGTERM on, so that nothing is left behind", async () => {
    const npm = spawn("npm", ["start", "--silent"], { env: serverEnv(folder, { LOG_LEVEL: "silent" }) });
    const output = collectLines(npm);
    const closed = new Promise((resolve) => npm.once("close", resolve));
    const url = (await output.find(/^listening on (\S+)$/))?.[1];
    expect(url, output.text()).toBeDefined();
    npm.kill("SIGTERM");
    expect(await closed).toBe(0);
    await expect(fetch(`${url}/healthz`)).rejects.toThrow();
  });
});

describe("a wrong setting stops the start with one clear line that names it", () => {
  async function refusal(env: Record<string, string>): Promise<string> {
    const { code, stdout, stderr } = await runNode(["build/server.js"], serverEnv(folder, env));
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/^[^\n]+\n$/);
    return stderr;
  }

  // `domain/settings.test.ts` tests the settings alone.
  test.each([
    ["PORT", "80a"],
    ["HOST", "203.0.113.7"],
    ["DATABASE_URL", "file:/dev/null/app.db"],
    ["UPLOADS_DIR", "/proc/uploads"],
    ["UPLOADS_DIR", "/dev/null/uploads"],
    ["MAIL_DIR", "/dev/null/mail"],
    ["UPLOADS_URL", "file:/dev/null/uploads"],
    ["SMTP_URL", "smtp://user:s3cret:word@mail example:587"],
    ["SESSION_SECRET", "short"],
    ["APP_URL", "https://paddock.example/club"],
    ["NODE_ENV", "live"],
  ])("%s=%s", async (name, value) => {
    const line = await refusal({ [name]: value });
    expect(line).toMatch(new RegExp(`^${name} is wrong: `));
    // Paths are named; other values may be secrets.
    const [, place] = /^(?:file:)?(\/.+)$/.exec(value) ?? [];
    if (place === undefined) expect(line).not.toContain(value);
    else expect(line).toContain(place.replace("/app.db", ""));
  });

  test("backups that restic is not there for, or that nothing opens", async () => {
    const backups = {
      BACKUP_EVERY: "1h",
      RESTIC_REPOSITORY: path.join(folder, "repository"),
      RESTIC_PASSWORD: "secret",
    };
    expect(await refusal({ ...backups, PATH: "/nowhere" })).toBe(
      "BACKUP_EVERY is wrong: restic is not installed (Debian: apt-get install restic).\n",
    );
    expect(await refusal({ ...backups, RESTIC_PASSWORD: "" })).toBe(
      "BACKUP_EVERY is wrong: RESTIC_PASSWORD or RESTIC_PASSWORD_FILE must open the repository\n",
    );
  });

  test("a folder as the database, which keeps its rights", async () => {
    expect(await refusal({ DATABASE_URL: `file:${folder}` })).toMatch(/^DATABASE_URL is wrong: /);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  test.each(["1", "2"])("a file that is no database, %s process(es)", async (processes) => {
    writeFileSync(path.join(folder, "app.db"), "This is a letter, not a database. ".repeat(100));
    const file = path.join(folder, "app.db");
    expect(await refusal({ WEB_CONCURRENCY: processes })).toBe(
      `DATABASE_URL is wrong: ${file} cannot be opened as a database (SQLITE_NOTADB)\n`,
    );
  });

  test.each(["1", "2"])("a database of another program, %s process(es)", async (processes) => {
    const file = path.join(folder, "app.db");
    const raw = new Database(file);
    raw.exec("CREATE TABLE users (name)");
    raw.close();
    expect(await refusal({ WEB_CONCURRENCY: processes })).toBe(
      `DATABASE_URL is wrong: ${file} is a database of another program\n`,
    );
  });

  test.each(["1", "2"])("a port in use, %s process(es)", async (processes) => {
    const otherServer = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => otherServer.once("listening", resolve));
    const { port } = otherServer.address() as AddressInfo;
    expect(await refusal({ PORT: String(port), WEB_CONCURRENCY: processes })).toBe(
      "PORT is wrong: the port is in use\n",
    );
    await new Promise((resolve) => otherServer.close(resolve));
  });
});
