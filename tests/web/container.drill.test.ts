import { execFile, execFileSync, spawn } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { installedProgram } from "../programs.mjs";
import { collectLines } from "../support/lines";

/** The Containerfile's Debian release, from the mirror: a registry may be out of reach. */
const SUITE = "trixie";

/** For npm: the machine's certificates, and their path in the base image. */
const CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt";
const IN_BASE = "/etc/ssl/machine.crt";

/** On disk: images take gigabytes. */
let folder: string;

function buildah(...args: string[]): [string, string[]] {
  const storageFlags = [
    "--storage-driver",
    "vfs",
    "--root",
    path.join(folder, "images"),
    "--runroot",
    path.join(folder, "run"),
  ];
  return [installedProgram(["buildah"])!, [...storageFlags, ...args]];
}

// The site in the container would inherit the tests' settings.
const env: NodeJS.ProcessEnv = { NODE_ENV: "production", PATH: process.env.PATH, HOME: process.env.HOME };
const OPTIONS = { encoding: "utf8", env, maxBuffer: 2 ** 28 } as const;

const run = async (...args: string[]) => (await promisify(execFile)(...buildah(...args), OPTIONS)).stdout.trim();
const build = (...args: string[]) => run("build", "--quiet", "--isolation", "chroot", ...args);

let container: string;
const inside = (...command: string[]) => run("run", "--isolation", "chroot", container, "--", ...command);

beforeAll(async () => {
  folder = mkdtempSync("/var/tmp/paddock-container-");
  const base = path.join(folder, "base");
  mkdirSync(base);
  const debian = ["--quiet", "--variant=minbase", SUITE, path.join(base, "debian.tar")];
  await promisify(execFile)(installedProgram(["mmdebstrap"])!, debian);
  copyFileSync(CERTIFICATES, path.join(base, "machine.crt"));
  const registry = execFileSync("npm", ["config", "get", "registry"], { encoding: "utf8" }).trim();
  const settings = `ENV npm_config_cafile=${IN_BASE} npm_config_registry=${registry}`;
  const file = ["FROM scratch", "ADD debian.tar /", `COPY machine.crt ${IN_BASE}`, settings, ""];
  writeFileSync(path.join(base, "Containerfile"), file.join("\n"));
  await build("--tag", "base", base);
  const site = ["--file", "app/deploy/Containerfile", "--build-arg", "BASE=localhost/base", "--tag", "paddock"];
  await build("--format", "docker", ...site, ".");
  container = await run("from", "paddock");
}, 1_800_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

test("the image declares user, volume and port, and contains no build tools", async () => {
  const { config } = JSON.parse(await run("inspect", "--type", "image", "paddock")).Docker;
  expect(config).toMatchObject({
    User: "paddock",
    Volumes: { "/data": {} },
    ExposedPorts: { "3000/tcp": {} },
    Entrypoint: ["/srv/paddock/paddock"],
    Cmd: ["start"],
  });
  const tools = ["gcc", "cc", "make", "python3", "npm", "node", "git"];
  const look = `for name in ${tools.join(" ")}; do command -v $name; done; id -u; ls node_modules | grep -cE '^(vite|esbuild|typescript)$'`;
  expect((await inside("sh", "-c", `${look}; true`)).split("\n")).toEqual(["10001", "0"]);
});

test("it starts, is healthy, stores all in its volume, and stops at SIGTERM", async () => {
  const { config } = JSON.parse(await run("inspect", "--type", "image", "paddock")).Docker;
  const port = await freePort();
  await run("config", "--env", `PORT=${port}`, "--env", "HOST=127.0.0.1", container);
  const command = [...config.Entrypoint, ...config.Cmd];
  const [program, words] = buildah("run", "--isolation", "chroot", container, "--", ...command);
  const child = spawn(program, words, { env, stdio: ["ignore", "pipe", "pipe"] });
  const closed = new Promise<number | null>((resolve) => child.once("close", resolve));
  const output = collectLines(child);
  const url = (await output.find(/^listening on (\S+)$/))?.[1];
  expect(url, output.text()).toBe(`http://127.0.0.1:${port}`);
  expect(output.text()).toMatch(/^set up: /m);
  expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: "ok" });
  expect((await fetch(`${url}/about-us`)).status).toBe(200);
  const [kind, ...healthy] = config.Healthcheck.Test;
  expect(kind).toBe("CMD");
  await inside(...healthy);
  expect(await inside("./paddock", "admin", "--", "list")).toMatch(/^There is no admin yet/);
  const listing = await inside("ls", "/data");
  expect(listing.split("\n")).toEqual(
    expect.arrayContaining(["app.db", "mail", "session-secret", "setup-token", "uploads"]),
  );

  // This process replaces the command.
  const pid = Number(/"pid":(\d+)/.exec((await output.find(/"event":"start"/))!.input)![1]);
  const startedAt = performance.now();
  process.kill(pid, "SIGTERM");
  expect(await closed).toBe(0);
  expect(performance.now() - startedAt).toBeLessThan(10_000);
  await expect(inside(...healthy)).rejects.toThrow();
});
