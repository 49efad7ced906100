import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { sharedServer } from "../support/server";

/** Not a dependency: as large as all other tools together. */
const REDOCLY = "@redocly/cli@2.77.0";
const SPECTRAL = "@stoplight/spectral-cli@6.16.3";

const server = await sharedServer();

const folder = mkdtempSync(path.join(tmpdir(), "paddock-openapi-"));
const description = await (await fetch(`${server.url}/api/v1/openapi.json`)).text();
writeFileSync(path.join(folder, "openapi.json"), description);
writeFileSync(path.join(folder, "spectral.json"), JSON.stringify({ extends: ["spectral:oas"] }));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The exit code shows the result. */
async function readReport(parcel: string, ...args: string[]): Promise<unknown> {
  const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  const child = spawn("npx", ["--yes", parcel, "lint", "openapi.json", ...args], { cwd: folder, env });
  const output: Record<"stdout" | "stderr", string> = { stdout: "", stderr: "" };
  for (const stream of ["stdout", "stderr"] as const) {
    child[stream].setEncoding("utf8").on("data", (text: string) => {
      output[stream] += text;
    });
  }
  await new Promise((resolve) => child.once("close", resolve));
  const start = output.stdout.search(/^[[{]/m);
  if (start < 0) throw new Error(`${parcel} said nothing\n${output.stdout}\n${output.stderr}`);
  return JSON.parse(
    output.stdout.slice(start, Math.max(...["]", "}"].map((end) => output.stdout.lastIndexOf(end))) + 1),
  );
}

test("Redocly's recommended rules find nothing but two addresses that the contract fixes", async () => {
  const { problems } = (await readReport(REDOCLY, "--extends=recommended", "--format=json", "--max-problems=1000")) as {
    problems: { ruleId: string; message: string }[];
  };
  const others = problems.filter(
    ({ ruleId, message }) => ruleId !== "no-ambiguous-paths" || !message.includes("`/users/verify-email/{token}`"),
  );
  expect(others).toEqual([]);
});

test("Spectral's rules for OpenAPI find nothing", async () => {
  expect(await readReport(SPECTRAL, "--ruleset=spectral.json", "--format=json")).toEqual([]);
});
