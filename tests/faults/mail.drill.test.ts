import { expect, test } from "vitest";
import { browserLike } from "../support/browser-like";
import { DRILL_TIMEOUT_MS, FULL, printFigure } from "../support/drill";
import { eventually } from "../support/eventually";
import { GOOD_EVENT } from "../support/good-event";
import type { Site } from "../support/launch";
import { signUpFields } from "../support/members";
import { newSite } from "../support/new-site";
import { sendRaw } from "../support/raw-http";
import { type Delivered, freePort, type SmtpBehaviour, type SmtpInbox, startSmtp } from "../support/smtp";
import { makeUsers, type TestUser } from "./writes";

/** The longest request while mail is down, ms: as on a busy machine. */
const NOTICED = 1_500;
const ADDRESS = "http://paddock.example";

test(
  "a failing mail server delays no request and loses no mail; no input adds a header, a recipient or a host",
  async () => {
    const port = await freePort();
    // Sign-ups before mail fails.
    const site = await newSite();
    await site.start();
    const users = await makeUsers(site, 2);
    await site.stop();
    Object.assign(site.env, { SMTP_URL: `smtp://127.0.0.1:${port}`, APP_URL: ADDRESS });
    await site.start();
    makeAdmin(site, users[1]!);
    const all = ["away", "refuses for now", "refuses for good", "slow", "drops after the mail"] as const;
    for (const mood of FULL ? all : all.slice(-1)) await badMood(site, users, port, mood);
    await injections(site, users, port);
    await site.stop();
  },
  DRILL_TIMEOUT_MS,
);

function makeAdmin(site: Site, { id }: TestUser): void {
  site.write((raw) => raw.prepare("UPDATE users SET role = 'admin' WHERE id = ?").run(Number(id)));
}

let serial = 0;

/** @returns the recipients */
async function askForMails(site: Site, [me]: readonly TestUser[]): Promise<{ to: string[]; problems: string[] }> {
  serial += 1;
  const stranger = `stranger${serial}@example.com`;
  const calls: [string, unknown, string | undefined, number][] = [
    ["/users/signup", signUpFields(stranger, "Sam"), undefined, 201],
    ["/users/forgotPassword", { email: me!.email }, undefined, 200],
    ["/tickets/submit", { category: "Bug Report", subject: `S ${serial}`, description: "It stalls." }, me!.token, 201],
  ];
  const problems: string[] = [];
  for (const [path, body, token, expected] of calls) {
    const start = performance.now();
    const { status } = await browserLike(site).api("POST", path, body, token === undefined ? {} : { token });
    const ms = performance.now() - start;
    if (status !== expected) problems.push(`${path}: ${status}`);
    if (ms > NOTICED) problems.push(`${path} took ${Math.round(ms)} ms`);
  }
  return { to: [stranger, me!.email], problems };
}

interface OutboxRow {
  id: number;
  recipient: string;
  sentAt: number | null;
  lastError: string | null;
  attempts: number;
  isRefused: number;
}

const outbox = (site: Site) =>
  site.read(
    (raw) =>
      raw
        .prepare(`SELECT id, recipient, sent_at AS sentAt, last_error AS lastError, attempts, is_refused AS isRefused
          FROM mail_outbox`)
        .all() as unknown as OutboxRow[],
  );

/** Delays between attempts grow to hours. */
function retryNow(site: Site): void {
  site.write((raw) =>
    raw.prepare("UPDATE mail_outbox SET next_attempt_at = 0 WHERE sent_at IS NULL AND NOT is_refused").run(),
  );
}

async function badMood(site: Site, users: readonly TestUser[], port: number, mood: SmtpBehaviour | "away") {
  const server = mood === "away" ? undefined : await startSmtp(port, { behaviour: mood });
  const last = Math.max(0, ...outbox(site).map(({ id }) => id));
  const newMails = () => outbox(site).filter(({ id }) => id > last);
  const { to, problems } = await askForMails(site, users);
  expect.soft(problems, `mail server ${mood}: requests`).toEqual([]);
  const tried = () => newMails().every(({ sentAt, lastError }) => sentAt !== null || lastError !== null);
  expect.soft(await eventually(tried, 40), `mail server ${mood}: it was tried`).toBe(true);
  if (mood === "drops after the mail") expect.soft(server!.delivered).not.toEqual([]);
  await server?.stop();
  if (mood === "refuses for good") return endedAtOnce(site, newMails());
  const well = await startSmtp(port);
  const rows = newMails();
  const allSent = await eventually(() => {
    retryNow(site);
    return newMails().every(({ sentAt }) => sentAt !== null);
  }, 60);
  const before = server?.delivered ?? [];
  expect.soft(allSent, `mail server ${mood}: every mail leaves: ${JSON.stringify(newMails())}`).toBe(true);
  expect.soft(rows.length).toBeGreaterThanOrEqual(2);
  const lostAddresses = to.filter((address) => !hasArrived(address, [...well.delivered, ...before]));
  expect.soft(lostAddresses, `mail server ${mood}: every mail comes`).toEqual([]);
  expect.soft(unknownRepeats([...before, ...well.delivered]), `mail server ${mood}: repeats`).toEqual([]);
  printFigure(
    `${mood}: ${rows.length} mails, delivered ${before.length} times before and ${well.delivered.length} after`,
  );
  await well.stop();
}

/** A permanently refused mail is logged with the response, and not retried. */
async function endedAtOnce(site: Site, rows: readonly OutboxRow[]): Promise<void> {
  const ends = rows.map(({ attempts, isRefused, lastError }) => [
    attempts,
    isRefused,
    /^550 5\.1\.1 /.test(lastError ?? ""),
  ]);
  expect.soft(ends, "refused for good").toEqual(rows.map(() => [1, 1, true]));
  const lines = site.log().filter((line) => line.includes('"msg":"mail not sent: refused permanently"'));
  expect.soft(lines.length, "refusals in the log").toBeGreaterThanOrEqual(rows.length);
  expect.soft(lines.filter((line) => /@\w/.test(line) || !/"smtpCode":550/.test(line))).toEqual([]);
  const pendingQuery = "SELECT count(*) FROM mail_outbox WHERE sent_at IS NULL AND NOT is_refused";
  expect.soft(site.read((raw) => raw.prepare(pendingQuery).pluck().get())).toBe(0);
}

const hasArrived = (address: string, mails: readonly Delivered[]) => mails.some(({ to }) => to.includes(address));

/** A mail repeated after a lost response keeps its Message-ID. */
function unknownRepeats(mails: readonly Delivered[]): string[] {
  const messageIds = new Map<string, string | undefined>();
  return mails.flatMap(({ to, mail }) => {
    const key = `${to.join()} ${mail.subject}`;
    const knownId = messageIds.get(key);
    messageIds.set(key, mail.messageId);
    return knownId === undefined || knownId === mail.messageId ? [] : [`“${mail.subject}” came twice with two ids`];
  });
}

/** Try to become a header, a recipient or a second mail; addresses are refused (`accounts-input.test.ts`). */
const ATTACKS = [
  "Eve\r\nBcc: evil@evil.example",
  "Eve\nX-Evil: yes\n\nA body",
  "Eve\r\n.\r\nMAIL FROM:<evil@evil.example>",
  "=?utf-8?Q?Eve=0D=0ABcc:_evil@evil.example?=",
  "Eve\u2028Bcc: evil@evil.example\u0085X-Evil: yes",
  '"Eve" <evil@evil.example>, ',
];
async function injections(site: Site, users: readonly TestUser[], port: number): Promise<void> {
  const server = await startSmtp(port);
  const [me, admin] = users as [TestUser, TestUser, ...TestUser[]];
  const expected = new Set(users.map(({ email }) => email));
  const problems: string[] = [];
  for (const attack of ATTACKS) problems.push(...(await attackFields(site, me, admin, attack, expected)));
  await forgedHosts(site, me);
  const done = await eventually(() => {
    retryNow(site);
    return outbox(site).every(({ sentAt, isRefused }) => sentAt !== null || isRefused);
  }, 30);
  expect.soft(done, "mails of attacks leave").toBe(true);
  expect.soft(problems, "attacks are taken as text or refused").toEqual([]);
  const wrong = server.delivered.flatMap((mail) => wrongMail(mail, expected));
  expect.soft(wrong, "headers and recipients").toEqual([]);
  expect.soft(server.delivered.length).toBeGreaterThanOrEqual(ATTACKS.length);
  expect.soft(wrongLinks(server), "links of mails").toEqual([]);
  printFigure(`${server.delivered.length} mails of ${ATTACKS.length} attacks`);
  await server.stop();
}

/** Name, subject, title, reason, reply. */
async function attackFields(site: Site, me: TestUser, admin: TestUser, attack: string, expected: Set<string>) {
  serial += 1;
  const address = `new${serial}@example.com`;
  expected.add(address);
  const call = (method: string, path: string, body: unknown, token?: string) =>
    browserLike(site).api(method, path, body, token === undefined ? {} : { token });
  const ticket = { category: "Bug Report", subject: attack, description: attack, name: attack };
  const responses = [
    await call("PATCH", "/users/updateMe", { name: attack }, me.token),
    await call("POST", "/users/signup", signUpFields(address, attack)),
    await call("POST", "/tickets/submit", ticket, me.token),
    await call("POST", "/tickets/submit", { ...ticket, email: me.email }),
  ];
  const events: string[] = [];
  for (const act of ["approve", "reject"]) {
    const submitted = await call("POST", "/events/submit", { ...GOOD_EVENT, title: attack }, me.token);
    responses.push(submitted);
    const id = submitted.json?.data?.doc?._id;
    if (id !== undefined) events.push(`/events/admin/${id}/${act}`);
  }
  for (const path of events) responses.push(await call("PATCH", path, { reason: attack }, admin.token));
  const tickets = site.read((raw) => raw.prepare("SELECT max(id) FROM tickets").pluck().get());
  responses.push(await call("PATCH", `/tickets/${tickets}/status`, { status: "In Progress" }, admin.token));
  return responses.filter(({ status }) => status >= 500).map(({ status, json }) => `${status} ${json?.message}`);
}

async function forgedHosts(site: Site, me: TestUser): Promise<void> {
  const body = JSON.stringify({ email: me.email });
  const forged: Record<string, string>[] = [
    { Host: "evil.example" },
    { Host: `127.0.0.1:${site.port}`, "X-Forwarded-Host": "evil.example" },
    { Host: `127.0.0.1:${site.port}`, Forwarded: "host=evil.example", "X-Forwarded-Proto": "gopher" },
    { Host: `127.0.0.1:${site.port}@evil.example` },
  ];
  for (const headers of forged) {
    const all = { "Content-Type": "application/json", ...headers };
    await sendRaw(site.url, { method: "POST", path: "/api/v1/users/forgotPassword", headers: all, body });
  }
}

function wrongMail({ to, source, mail }: Delivered, expected: ReadonlySet<string>): string[] {
  const names = mail.headers.map(({ key }) => key);
  const odd = names.filter((name) => /^(bcc|cc|x-evil|resent-.*)$/.test(name));
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  const unknown = to.filter((address) => !expected.has(address) && !/^stranger\d+@example\.com$/.test(address));
  const recipients = (mail.to ?? []).map(({ address }) => address ?? "");
  return [
    ...[...odd, ...twice].map((name) => `a header ${name} in “${mail.subject}”`),
    ...unknown.map((address) => `a mail to ${address}`),
    ...(recipients.length === 1 && to.length === 1 && recipients[0] === to[0]
      ? []
      : [`to ${recipients.join()}, sent to ${to.join()}`]),
    ...(/[\r\n]/.test(mail.subject ?? "") ? [`a subject of two lines: ${mail.subject}`] : []),
    ...(/^bcc:/im.test(source.slice(0, source.indexOf("\r\n\r\n"))) ? ["Bcc in the head"] : []),
  ];
}

/** Links have the public base URL, whatever the Host. */
function wrongLinks({ delivered }: SmtpInbox): string[] {
  const matches = delivered.flatMap(({ mail }) => [
    ...[...(mail.text ?? "").matchAll(/^https?:\/\/\S+/gm)].map(([link]) => link),
    ...[...(mail.html ?? "").matchAll(/href="([^"]+)"/g)].map(([, link = ""]) => link),
  ]);
  const wrong = matches.filter((link) => !link.startsWith(`${ADDRESS}/`));
  return matches.length > 0 ? wrong : ["there is no link in any mail"];
}
