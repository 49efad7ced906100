import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page } from "@playwright/test";
import { DAY, now } from "~/lib/time";
import { hashToken, newToken } from "~/lib/tokens.server";
import { cookieOf, SECRET } from "../permissions/send";
import { launchServer, serverEnv } from "../support/launch";
import { runNode } from "../support/run-node";
import { siteAt, type TestSite } from "../support/site";
import type { Cast, WindowUser } from "./cast";

let sample: Promise<string> | undefined;

async function seed(): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), "paddock-walk-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const flags = ["--garages", "8", "--vehicles", "16", "--photos", "7", "--seed", "1"];
  const { code, stderr } = await runNode(["app/cli/run.mjs", "seed", ...flags], serverEnv(folder));
  if (code !== 0) throw new Error(stderr);
  return folder;
}

/** The first takes minutes. */
export async function sampleSite() {
  sample ??= seed();
  const folder = await sample;
  const UPLOADS_DIR = mkdtempSync(path.join(tmpdir(), "paddock-walk-"));
  cpSync(path.join(folder, "uploads"), UPLOADS_DIR, { recursive: true });
  const site = siteAt(await launchServer({ UPLOADS_DIR, SESSION_SECRET: SECRET }, path.join(folder, "app.db")));
  const end = async () => {
    await site.stop();
    rmSync(UPLOADS_DIR, { recursive: true, force: true });
  };
  return { site, end };
}

/** @returns Cookie headers, "" for a visitor; replaces ended sessions */
export function cookiesOf(site: TestSite, cast: Cast) {
  const { database } = site;
  const isKnown = database.prepare("SELECT 1 FROM sessions WHERE token_hash = ?");
  const session = database.prepare(
    `INSERT INTO sessions (user_id, token_hash, created_at, authenticated_at, last_seen_at, expires_at)
     VALUES (?, ?, ?, ?, ?, ?)`,
  );
  const tokens = new Map<number, string>();
  return async (viewer: WindowUser): Promise<string> => {
    if (viewer === "visitor") return "";
    if (viewer === "half in") {
      const browser = site.visitor();
      const { email, password } = cast.withCode;
      await browser.submit("/login", { email, password });
      return [...browser.cookies].map((pair) => pair.join("=")).join("; ");
    }
    const id = cast[viewer];
    let token = tokens.get(id);
    if (!token || !isKnown.get(hashToken(token))) {
      token = newToken();
      tokens.set(id, token);
      session.run(id, hashToken(token), now(), now(), now(), now() + DAY);
    }
    return cookieOf(token, site.url);
  };
}

/** @returns sets a page's user */
export function sessionsOf(site: TestSite, cast: Cast) {
  const cookieFor = cookiesOf(site, cast);
  return async (page: Page, viewer: WindowUser) => {
    await page.context().clearCookies();
    const pairs = (await cookieFor(viewer)).split("; ").filter((pair) => pair !== "");
    await page.context().addCookies(
      pairs.map((pair) => {
        const index = pair.indexOf("=");
        return { name: pair.slice(0, index), value: pair.slice(index + 1), url: site.url };
      }),
    );
  };
}
