import { type ChildProcess, execFileSync, type SpawnOptions, spawn } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { installedProgram } from "../programs.mjs";
import { collectLines } from "../support/lines";
import { runNode } from "../support/run-node";

const { version, dependencies, devDependencies } = JSON.parse(readFileSync("package.json", "utf8"));
/** With version and commit, so that versions do not overwrite each other. */
let name: string;
let tarball: string;

/** Without rights if root runs the drill. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

/** All that the packed site can use. */
const PROGRAMS = ["sh", "env", "dirname", "readlink"];
const SETTINGS = {
  NODE_ENV: "production",
  PORT: "0",
  HOST: "127.0.0.1",
  AWS_ACCESS_KEY_ID: "key",
  AWS_SECRET_ACCESS_KEY: "secret",
} as const;

let folder: string;
const started = new Set<ChildProcess>();

beforeAll(async () => {
  const packed = await runNode(["app/cli/run.mjs", "pack"], process.env);
  const match = /^(paddock-(.+)-[0-9a-f]{8}(?:-dirty)?)\.tar\.gz: \d+ MB, for Linux on (\w+)\n$/.exec(packed.stdout);
  expect(match?.slice(2), packed.stdout + packed.stderr).toEqual([version, process.arch]);
  name = match![1]!;
  tarball = path.resolve(`${name}.tar.gz`);
  // Others cannot read the tests' folder.
  folder = mkdtempSync("/var/tmp/paddock-pack-");
  chmodSync(folder, 0o755);
  mkdirSync(path.join(folder, "bin"));
  for (const program of PROGRAMS) symlinkSync(installedProgram([program])!, path.join(folder, "bin", program));
});

afterAll(() => {
  for (const child of started) child.kill("SIGKILL");
  if (tarball) rmSync(tarball);
  rmSync(folder, { recursive: true, force: true });
});

function emptyFolder(name: string): string {
  const emptyPath = path.join(folder, name);
  mkdirSync(emptyPath);
  if (NOBODY.uid !== undefined) chownSync(emptyPath, NOBODY.uid, NOBODY.gid);
  return emptyPath;
}

function paddock(site: string, args: string[], env: Record<string, string> = {}) {
  const settings: NodeJS.ProcessEnv = { ...SETTINGS, PATH: path.join(folder, "bin"), ...env };
  const options: SpawnOptions = { ...NOBODY, cwd: site, env: settings, stdio: ["ignore", "pipe", "pipe"] };
  const child = spawn("./paddock", args, options);
  started.add(child);
  const closed = new Promise<number | null>((resolve) => child.once("close", resolve));
  void closed.then(() => started.delete(child));
  return { child, closed, output: collectLines(child) };
}

async function start(site: string, env: Record<string, string> = {}) {
  const startedAt = performance.now();
  const running = paddock(site, ["start"], env);
  const url = (await running.output.find(/^listening on (\S+)$/))?.[1];
  expect(url, running.output.text()).toBeDefined();
  return { ...running, url: url!, seconds: (performance.now() - startedAt) / 1000 };
}

/** Within 10 s. */
async function stop({ child, closed }: Awaited<ReturnType<typeof start>>) {
  const startedAt = performance.now();
  child.kill("SIGTERM");
  expect(await closed).toBe(0);
  expect(performance.now() - startedAt).toBeLessThan(10_000);
}

test("the tarball has what runs the site and nothing that builds it", () => {
  const files = execFileSync("tar", ["-tzf", tarball], { encoding: "utf8" }).trim().split("\n");
  const has = (parcel: string) => files.includes(`${name}/node_modules/${parcel}/package.json`);
  expect(Object.keys(dependencies).filter((parcel) => !has(parcel))).toEqual([]);
  expect(Object.keys(devDependencies).filter(has)).toEqual([]);
  expect(files.filter((file) => !file.startsWith(`${name}/`) || /\.(c|h|map|d\.ts)$/.test(file))).toEqual([]);
});

test("in an unprivileged user's empty folder, without Node and npm: it starts, and its commands work", async () => {
  const home = emptyFolder("home");
  execFileSync("tar", ["-xzf", tarball], { cwd: home, ...NOBODY });
  const site = path.join(home, name);
  const run = async (...args: string[]) => {
    const { closed, output } = paddock(site, args);
    const code = await closed;
    return [code, output.text()] as const;
  };
  const works = async (expected: RegExp, ...args: string[]) => {
    expect(await run(...args), args.join(" ")).toEqual([0, expect.stringMatching(expected)]);
  };

  // Without a site they fail and create nothing.
  await works(/^usage: \.\/paddock start \| /, "--help");
  await works(/^usage: \.\/paddock start \| /, "start", "--help");
  await works(/^usage: \.\/paddock admin -- /, "admin", "--help");
  await works(new RegExp(`^paddock ${version} \\([0-9a-f]{8}(-dirty)?\\)$`), "--version");
  const noDatabase = `DATABASE_URL: there is no database at ${site}/data/app.db.`;
  expect(await run("admin", "--", "list")).toEqual([1, noDatabase]);
  expect(["data", "uploads"].filter((folderName) => existsSync(path.join(site, folderName)))).toEqual([]);

  const running = await start(site);
  const { url } = running;
  process.stdout.write(`listens after ${running.seconds.toFixed(1)} s\n`);
  expect(running.output.text()).toMatch(new RegExp(`^set up: ${url}/setup\\?token=\\S+$`, "m"));
  expect(running.output.text()).toMatch(/"migrations":\d+,"ms":\d+,"msg":"database migrated"/);
  const health = await fetch(`${url}/healthz`);
  expect([health.status, await health.json()]).toEqual([200, { status: "ok" }]);
  const page = await (await fetch(url)).text();
  expect(page).toContain("</html>");
  expect((await fetch(`${url}${/\/assets\/[\w-]+\.js/.exec(page)?.[0]}`)).status).toBe(200);

  await works(/^There is no admin yet: .\/paddock admin -- grant EMAIL/, "admin", "--", "list");
  const [code, seeded] = await run("seed", "--", "--garages", "1", "--vehicles", "1", "--seed", "1");
  expect(code, seeded).toBe(0);
  const email = /^Log in as (\S+)/m.exec(seeded)![1]!;
  await works(/ is an admin\.$/, "admin", "--", "grant", email);
  await works(new RegExp(`^${email} `), "admin", "list");
  await works(/^Backup in /, "backup", "--", "../copy");
  expect((await run("uploads", "--", "check"))[1]).toMatch(/^missing 0$/m);
  // Loads the S3 client.
  const bucket = await run("uploads", "--", "check", "s3://bucket/photos?endpoint=http://127.0.0.1:9");
  expect(bucket).toEqual([1, "s3://bucket/photos: ECONNREFUSED"]);
  expect(await run("build")).toEqual([1, expect.stringMatching(/^usage: \.\/paddock start \| /)]);
  await stop(running);
  await works(/^Restored /, "restore", "--", "../copy", "--force");
});

test("several processes, from a folder that they cannot write", async () => {
  const shared = path.join(folder, "shared");
  mkdirSync(shared);
  execFileSync("tar", ["-xzf", tarball, "-C", shared, "--no-same-owner"]);
  const site = path.join(shared, name);
  if (NOBODY.uid === undefined) execFileSync("chmod", ["-R", "a-w", site]);
  const data = emptyFolder("data");
  const running = await start(site, {
    DATABASE_URL: `file:${data}/app.db`,
    UPLOADS_DIR: `${data}/uploads`,
    MAIL_DIR: `${data}/mail`,
    WEB_CONCURRENCY: "2",
  });
  expect((await fetch(`${running.url}/about-us`)).status).toBe(200);
  await stop(running);
});
