import { setTimeout as pause } from "node:timers/promises";
import { SAMPLE_PASSWORD } from "~/seed/seed";
import { BROWSER, Connection, request } from "./connection";
import type { Options } from "./options";
import { note, type Report } from "./report";
import { logIn, richVehicle, type Site, writtenSite } from "./site";

/** What reads something that a page shows; asking whether anybody has written does not. */
const PAGE_READ = /\bfrom\s+["`]?(users|garages|vehicles|photos|comments|reviews|likes|follows|events)\b/i;

interface Call {
  method: "GET" | "POST" | "PATCH";
  path: string;
  body?: Record<string, unknown>;
  token?: string;
}

/** What a write has left behind. */
interface After {
  /** How often something public has changed by what the database counts. */
  changes: number;
  /** Of the page, when it was asked for again. */
  statements: number;
  /** From before the write until the page was there again. */
  ms: number;
}

/** A kept page is made anew when it is so old, whatever was written, ms; a little less than the site's 5 s. */
const RENEWED_AFTER = 4_500;

const isLost = ({ changes, statements, ms }: After) => changes !== 0 || (statements !== 0 && ms < RENEWED_AFTER);

/** P21: which writes leave visitors' pages as they are kept, when nothing that they show has changed. */
export async function measureKept(report: Report, _: Options): Promise<void> {
  const site = await writtenSite();
  const connection = await Connection.open(site.port);
  try {
    const { id } = richVehicle(site);
    const page = request(`/vehicles/${id}`, { headers: BROWSER });
    const reads = async () => {
      await site.ask("statements");
      const { status } = await connection.ask(page);
      if (status !== 200) throw new Error(`the page answered ${status}`);
      return (await site.ask<string[]>("statements")).filter((statement) => PAGE_READ.test(statement)).length;
    };
    let changes = 0;
    const change = site.database.prepare("UPDATE vehicles SET description = ? WHERE id = ?");
    const changePage = () => change.run(`Changed ${changes++}.`, id);
    changePage();
    if ((await reads()) === 0) throw new Error("a change of a vehicle was not seen");
    const version = site.database.prepare("SELECT version FROM public_changes").pluck();
    const after: Record<string, After> = {};
    for (const [name, write] of Object.entries(await writesOf(site))) {
      changePage();
      await reads();
      if ((await reads()) !== 0) throw new Error("the page is not kept at all");
      const [before, start] = [version.get(), performance.now()];
      await write();
      const changes = Number(version.get()) - Number(before);
      const statements = await reads();
      after[name] = { changes, statements, ms: Math.round(performance.now() - start) };
      note(`  ${name}: ${JSON.stringify(after[name])}`);
    }
    const names = Object.keys(after);
    const lost = names.filter((name) => isLost(after[name]!));
    const long = names.filter((name) => after[name]!.ms >= RENEWED_AFTER);
    const told = [
      `the public version stays, and the next request for the page reads no table that a page shows (both counted on the running server); writes: ${names.join(", ")}`,
      ...(lost.length > 0 ? [`not kept after: ${lost.join(", ")}`] : []),
      ...(long.length > 0 ? [`by the version alone, as it took longer than a page is new: ${long.join(", ")}`] : []),
    ];
    report.add({
      id: "P21",
      what: "writes that change nothing public and leave a visitor's page kept",
      comparedWith: told.join("; "),
      figure: `${names.length - lost.length} of ${names.length}`,
      worst: (names.length - lost.length) / names.length,
      details: after,
    });
  } finally {
    connection.close();
    await site.ask("uncount");
  }
}

/** The writes, by what people would call them. */
async function writesOf(site: Site): Promise<Record<string, () => Promise<void>>> {
  const email = (id: number) => site.database.prepare("SELECT email FROM users WHERE id = ?").pluck().get(id) as string;
  site.database.prepare("UPDATE users SET role = 'admin' WHERE id = 2").run();
  const { token } = await logIn(site, 1);
  const { token: admin } = await logIn(site, 2);
  const { token: third } = await logIn(site, 3);
  const ask = (call: Call) => asked(site, call);
  const ticket = { category: "Bug Report", subject: "A bug", description: "It does not start." };
  const inbox = () => site.database.prepare("SELECT max(id) FROM tickets").pluck().get();
  return {
    "a log-in": () =>
      ask({ method: "POST", path: "users/login", body: { email: email(4), password: SAMPLE_PASSWORD } }),
    "a wrong password": () =>
      ask({ method: "POST", path: "users/login", body: { email: email(4), password: "wrong" } }),
    "a member's read": () => ask({ method: "GET", path: "users/me", token }),
    "a sign-up": () => {
      const password = "correct horse battery";
      const body = { name: "New Member", email: "new@example.com", password, passwordConfirm: password };
      return ask({ method: "POST", path: "users/signup", body });
    },
    "a forgotten password": () => ask({ method: "POST", path: "users/forgotPassword", body: { email: email(5) } }),
    "mails that go out": async () => {
      await ask({ method: "POST", path: "users/forgotPassword", body: { email: email(6) } });
      await mailsSent(site);
    },
    "a member's ticket": () => ask({ method: "POST", path: "tickets/submit", body: ticket, token }),
    "an admin's word on a ticket": () =>
      ask({ method: "PATCH", path: `tickets/${inbox()}/status`, body: { status: "In Progress" }, token: admin }),
    "a new password": () => {
      const password = "another horse battery";
      const body = { passwordCurrent: SAMPLE_PASSWORD, password, passwordConfirm: password };
      return ask({ method: "PATCH", path: "users/updateMyPassword", body, token: third });
    },
    "a log-out": () => ask({ method: "POST", path: "users/logout", token: admin }),
  };
}

async function asked({ url }: Site, { method, path, body, token }: Call): Promise<void> {
  const headers: Record<string, string> = { "Content-Type": "application/json" };
  if (token !== undefined) headers.Authorization = `Bearer ${token}`;
  const init = method === "GET" ? { headers } : { method, headers, body: JSON.stringify(body ?? {}) };
  const response = await fetch(`${url}/api/v1/${path}`, init);
  const text = await response.text();
  if (response.status >= 400 && response.status !== 401) throw new Error(`${path}: ${response.status} ${text}`);
}

/** Waits until every mail has been written, at most 10 s. */
async function mailsSent({ database }: Site): Promise<void> {
  const waiting = database.prepare("SELECT count(*) FROM mail_outbox WHERE sent_at IS NULL").pluck();
  for (let n = 0; waiting.get() !== 0; n++) {
    if (n === 500) throw new Error("the mails were not sent");
    await pause(20);
  }
}
