import { SAMPLE_PASSWORD } from "~/seed/seed";
import { browserLike } from "../support/browser-like";
import { eventually } from "../support/eventually";
import { BROWSER, sendExpecting } from "./load";
import type { Options } from "./options";
import { note, type Report } from "./report";
import { ASKS_VERSION, logIn, richVehicle, type Site, withSite } from "./site";

/** Without the check for public changes. */
const PAGE_READ = /\bfrom\s+["`]?(users|garages|vehicles|photos|comments|reviews|likes|follows|events)\b/i;

/** ms; slightly less than the site's minute. */
const RENEWED_AFTER = 55_000;

/** P21: writes without visible change leave visitors' pages cached. */
export async function measureCache(report: Report, _: Options): Promise<void> {
  await withSite(async (site) => {
    const { id } = richVehicle(site);
    const reads = async () => {
      await site.statements();
      await sendExpecting(site.url, { path: `/vehicles/${id}`, headers: BROWSER });
      return (await site.statements()).filter((statement) => PAGE_READ.test(statement) && !ASKS_VERSION.test(statement))
        .length;
    };
    const version = site.database.prepare("SELECT version FROM public_changes").pluck();
    const change = site.database.prepare("UPDATE vehicles SET description = ? WHERE id = ?");
    const after: Record<string, { changes: number; statements: number; ms: number }> = {};
    for (const [name, write] of Object.entries(await writesOf(site))) {
      change.run(`Changed before ${name}.`, id);
      if ((await reads()) === 0) throw new Error("a change of a vehicle was not seen");
      if ((await reads()) !== 0) throw new Error("the page is not kept at all");
      const [before, start] = [Number(version.get()), performance.now()];
      await write();
      const [changes, statements] = [Number(version.get()) - before, await reads()];
      after[name] = { changes, statements, ms: Math.round(performance.now() - start) };
      note(`  ${name}: ${JSON.stringify(after[name])}`);
    }
    const names = Object.keys(after);
    const isLost = ({ changes, statements, ms }: (typeof after)[string]) =>
      changes > 0 || (statements > 0 && ms < RENEWED_AFTER);
    const lostPages = names.filter((name) => isLost(after[name]!));
    const description = `the public version stays, and the next request for the page reads no table that a page shows (both counted on the running server); writes: ${names.join(", ")}`;
    report.add({
      id: "P21",
      what: "writes that change nothing public and leave a visitor's page kept",
      comparedWith: lostPages.length > 0 ? `${description}; not kept after: ${lostPages.join(", ")}` : description,
      figure: `${names.length - lostPages.length} of ${names.length}`,
      worst: (names.length - lostPages.length) / names.length,
      details: after,
    });
  });
}

async function writesOf(site: Site): Promise<Record<string, () => Promise<void>>> {
  const { database } = site;
  const email = (id: number) => database.prepare("SELECT email FROM users WHERE id = ?").pluck().get(id) as string;
  database.prepare("UPDATE users SET role = 'admin' WHERE id = 2").run();
  const [{ token: member }, { token: admin }, { token: third }] = [
    await logIn(site, 1),
    await logIn(site, 2),
    await logIn(site, 3),
  ];
  const call = async (method: string, path: string, body?: unknown, token?: string) => {
    const { status, json } = await browserLike(site).api(method, path, body, token === undefined ? {} : { token });
    if (status >= 400 && status !== 401) throw new Error(`${path}: ${status} ${json?.message}`);
  };
  const waiting = database.prepare("SELECT count(*) FROM mail_outbox WHERE sent_at IS NULL").pluck();
  const ticket = { category: "Bug Report", subject: "A bug", description: "It does not start." };
  const password = "correct horse battery";
  const signUp = { name: "New Member", email: "new@example.com", password, passwordConfirm: password };
  const inbox = () => database.prepare("SELECT max(id) FROM tickets").pluck().get();
  return {
    "a log-in": () => call("POST", "/users/login", { email: email(4), password: SAMPLE_PASSWORD }),
    "a wrong password": () => call("POST", "/users/login", { email: email(4), password: "wrong" }),
    "a member's read": () => call("GET", "/users/me", undefined, member),
    "a sign-up": () => call("POST", "/users/signup", signUp),
    "a forgotten password": () => call("POST", "/users/forgotPassword", { email: email(5) }),
    "mails that go out": async () => {
      await call("POST", "/users/forgotPassword", { email: email(6) });
      if (!(await eventually(() => waiting.get() === 0))) throw new Error("the mails were not sent");
    },
    "a member's ticket": () => call("POST", "/tickets/submit", ticket, member),
    "an admin's word on a ticket": () => call("PATCH", `/tickets/${inbox()}/status`, { status: "In Progress" }, admin),
    "a new password": () =>
      call(
        "PATCH",
        "/users/updateMyPassword",
        { passwordCurrent: SAMPLE_PASSWORD, password: `${password}s`, passwordConfirm: `${password}s` },
        third,
      ),
    "a log-out": () => call("POST", "/users/logout", {}, admin),
  };
}
