import { EventEmitter, once } from "node:events";
import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { db, transaction } from "~/db/client.server";
import { env } from "~/env.server";
import { accountMails } from "~/features/accounts/mails.server";
import { requestPasswordReset } from "~/features/accounts/passwords.server";
import { getAccount } from "~/features/accounts/queries.server";
import { resendVerification, signUp, verifyEmail } from "~/features/accounts/sign-up.server";
import { readOperationsState } from "~/features/operations/queries.server";
import { DAY, HOUR, MINUTE, now, SECOND, setClock } from "~/lib/time";
import { log } from "~/services/log/log.server";
import { describeMailFailure } from "~/services/mail/failure.server";
import { layoutMail } from "~/services/mail/layout.server";
import { enqueueMail } from "~/services/mail/outbox.server";
import { openTransport, type SendMail, sendMail } from "~/services/mail/transport.server";
import {
  deliverDueMails,
  type MailRenderers,
  NEVER,
  startMailWorker,
  sweepOutbox,
} from "~/services/mail/worker.server";
import { tokenIn } from "../support/account-mail";
import { listMails } from "../support/mail";
import { makeUser } from "../support/make-rows";
import { freePort, type SmtpInbox, startSmtp } from "../support/smtp";

const ADA = { name: "Ada", email: "a@example.com", password: "correct horse", passwordConfirm: "correct horse" };
const renderers: MailRenderers = { hello: () => layoutMail("Hello", ["How are you?"]) };
const outbox = () => db().query.mailOutbox.findMany().sync();
const readMails = () =>
  readdirSync(env().MAIL_DIR).map((name) => readFileSync(path.join(env().MAIL_DIR, name), "utf8"));
const mails = (address?: string) => listMails({ mailDir: env().MAIL_DIR }, address);
const smtpTo = (port: number): SendMail =>
  openTransport({ SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_DIR: "", MAIL_FROM: "Paddock <noreply@paddock.example>" });

function captureLog(level: "warn" | "error"): object[] {
  const lines: object[] = [];
  vi.spyOn(log, level).mockImplementation(((facts: object) => void lines.push(facts)) as never);
  return lines;
}

let inbox: SmtpInbox | undefined;
afterEach(async () => {
  await inbox?.stop();
  inbox = undefined;
  vi.restoreAllMocks();
});

describe("the outbox", () => {
  it("is part of the caller's transaction", async () => {
    expect(() =>
      transaction(() => {
        enqueueMail("hello", "a@example.com");
        throw new Error("changed my mind");
      }),
    ).toThrow("changed my mind");
    expect(outbox()).toEqual([]);
  });

  it("survives a mail server that is down: tries again later, each time after a longer wait", async () => {
    const port = await freePort();
    const start = now();
    let clock = start;
    setClock(() => clock);
    enqueueMail("hello", "a@example.com");
    for (const wait of [10 * SECOND, MINUTE, 5 * MINUTE]) {
      await deliverDueMails(renderers, smtpTo(port));
      expect(outbox()[0]).toMatchObject({ sentAt: null, nextAttemptAt: clock + wait });
      expect(outbox()[0]?.lastError).toContain("ECONNREFUSED");
      clock += wait - 1;
      await deliverDueMails(renderers, smtpTo(port));
      expect(outbox()[0]?.nextAttemptAt).toBe(clock + 1);
      clock += 1;
    }
    inbox = await startSmtp(port);
    await deliverDueMails(renderers, smtpTo(port));
    expect(inbox.mails).toMatchObject([{ to: ["a@example.com"], subject: "Hello" }]);
    expect(outbox()[0]).toMatchObject({ attempts: 4, sentAt: clock, lastError: null });
    await deliverDueMails(renderers, smtpTo(port));
    expect(inbox.mails).toHaveLength(1);
  });

  it("gives a mail up after ten attempts, and sweeps what is old", async () => {
    const port = await freePort();
    let clock = now();
    setClock(() => clock);
    enqueueMail("hello", "a@example.com");
    for (let attempt = 0; attempt < 12; attempt += 1) {
      await deliverDueMails(renderers, smtpTo(port));
      clock += 3 * HOUR;
    }
    expect(outbox()[0]).toMatchObject({ attempts: 10, sentAt: null });
    enqueueMail("hello", "b@example.com");
    await deliverDueMails(renderers, sendMail);
    sweepOutbox();
    expect(outbox()).toHaveLength(2);
    clock += 7 * DAY + 1;
    sweepOutbox();
    expect(outbox()).toEqual([]);
  });

  it.each([
    ["refuses for good", "5.1.1 No such mailbox: …@…", 550],
    ["refuses the mail", "5.7.1 It looks like spam", 554],
  ] as const)(
    "ends a mail at once that the server %s, and marks its address until one arrives",
    async (mood, message, smtpCode) => {
      const lines = captureLog("warn");
      const { id } = makeUser({ email: "a@example.com" });
      inbox = await startSmtp(0, { behaviour: mood });
      const { port } = inbox;
      enqueueMail("hello", "a@example.com");
      await deliverDueMails(renderers, smtpTo(port));
      const host = `127.0.0.1:${port}`;
      const lastError = `${smtpCode} ${message} (${host})`;
      expect(outbox()[0]).toMatchObject({
        attempts: 1,
        sentAt: null,
        nextAttemptAt: NEVER,
        isRefused: true,
        lastError,
      });
      expect(lines).toMatchObject([{ kind: "hello", attempt: 1, smtpCode, answer: message, host }]);
      expect(readOperationsState().mails).toMatchObject({ waiting: 0, failing: 0, givenUp: 0, refused: 1, lastError });
      expect(getAccount(id).mailRefusedAt).not.toBeNull();
      await inbox.stop();
      inbox = await startSmtp(port);
      enqueueMail("hello", "a@example.com");
      await deliverDueMails(renderers, smtpTo(port));
      expect(getAccount(id).mailRefusedAt).toBeNull();
      expect(readOperationsState().mails).toMatchObject({ refused: 1, isFailing: false });
    },
  );

  it.each(["refuses for now", "refuses the sender"] as const)(
    "retries if the server %s: that is not about the address",
    async (mood) => {
      const { id } = makeUser({ email: "a@example.com" });
      inbox = await startSmtp(0, { behaviour: mood });
      enqueueMail("hello", "a@example.com");
      await deliverDueMails(renderers, smtpTo(inbox.port));
      expect(outbox()[0]).toMatchObject({ attempts: 1, isRefused: false });
      expect(outbox()[0]!.nextAttemptAt).toBeLessThan(NEVER);
      expect(getAccount(id).mailRefusedAt).toBeNull();
      const { mails } = readOperationsState();
      expect(mails).toMatchObject({
        waiting: 1,
        failing: 1,
        isFailing: true,
        lastError: expect.stringMatching(/^(450|553) /),
      });
    },
  );

  it("logs the cause, without password, address and text", async () => {
    const lines = captureLog("warn");
    const port = await freePort();
    const send = openTransport({ SMTP_URL: `smtp://ada:s3cret@127.0.0.1:${port}`, MAIL_DIR: "", MAIL_FROM: undefined });
    enqueueMail("hello", "a@example.com");
    await deliverDueMails(renderers, send);
    const facts = { code: "ESOCKET", answer: `connect ECONNREFUSED 127.0.0.1:${port}`, host: `127.0.0.1:${port}` };
    expect(lines).toMatchObject([facts]);
    const response = "550-5.1.1 No such mailbox\r\n550 5.1.1 Ask your postmaster";
    expect(describeMailFailure(Object.assign(new Error(response), { response, responseCode: 550 }))).toEqual({
      smtpCode: 550,
      answer: "5.1.1 No such mailbox",
    });
    expect(JSON.stringify([lines, outbox()[0]!.lastError])).not.toMatch(/s3cret|ada|a@example|How are you/);
  });

  it("lets one bad mail hold up no other", async () => {
    enqueueMail("unknown kind", "a@example.com");
    enqueueMail("hello", "b@example.com");
    await deliverDueMails(renderers, sendMail);
    expect(await mails("b@example.com")).toHaveLength(1);
    expect(outbox().map(({ sentAt }) => sentAt === null)).toEqual([true, false]);
  });

  it("sends a mail once, with concurrent deliveries", async () => {
    for (let i = 0; i < 12; i += 1) enqueueMail("hello", `p${i}@example.com`);
    await Promise.all([1, 2, 3].map(() => deliverDueMails(renderers, sendMail)));
    expect(readdirSync(env().MAIL_DIR)).toHaveLength(12);
  });

  it("gives a mail the same Message-ID at every attempt, and each mail its own", async () => {
    let clock = now();
    setClock(() => clock);
    for (const name of ["a", "b"]) enqueueMail("hello", `${name}@example.com`);
    // The connection breaks before the response.
    const sendAndFail: SendMail = async (mail) => {
      await sendMail(mail);
      throw new Error("connection lost");
    };
    await deliverDueMails(renderers, sendAndFail);
    clock += MINUTE;
    await deliverDueMails(renderers, sendMail);
    const ids = readMails().map((text) => /^Message-ID: (<[\w.]+@[\w.-]+>)$/im.exec(text)?.[1]);
    expect(ids).toHaveLength(4);
    expect(ids).not.toContain(undefined);
    expect(new Set(ids).size).toBe(2);
  });

  it("holds no clear token, and neither does any other table", async () => {
    makeUser({ email: "a@example.com" });
    requestPasswordReset({ email: "a@example.com" });
    await signUp({ ...ADA, email: "b@example.com" });
    const atRest = everything();
    await deliverDueMails(accountMails, sendMail);
    const tokens = (await mails()).map(tokenIn);
    expect(tokens).toHaveLength(2);
    for (const token of tokens) {
      expect(token).toMatch(/^[\w-]{43}$/);
      expect(atRest + everything()).not.toContain(token);
    }
  });
});

function everything(): string {
  const tables = db().all<{ name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table'");
  return JSON.stringify(tables.map(({ name }) => db().all(`SELECT * FROM "${name}"`)));
}

it("the worker: sends soon what a transaction leaves in the outbox, also while it is busy", async () => {
  inbox = await startSmtp();
  const stop = startMailWorker(renderers, smtpTo(inbox.port));
  transaction(() => enqueueMail("hello", "a@example.com"));
  await inbox.count(1);
  for (const name of ["b", "c", "d"]) enqueueMail("hello", `${name}@example.com`);
  await inbox.count(4);
  await stop();
  expect(outbox().every(({ sentAt }) => sentAt !== null)).toBe(true);
  enqueueMail("hello", "late@example.com");
  expect(outbox().filter(({ sentAt }) => sentAt === null)).toHaveLength(1);
});

it("the worker: waits for the mail in progress before it stops, and keeps it if it fails", async () => {
  const silent = await startSmtp(undefined, { isSilent: true });
  const worker = new EventEmitter();
  const mailStarted = once(worker, "mail");
  const stop = startMailWorker(renderers, (mail) => {
    worker.emit("mail");
    return smtpTo(silent.port)(mail);
  });
  enqueueMail("hello", "a@example.com");
  await mailStarted;
  const stopped = stop();
  await silent.stop();
  await stopped;
  expect(outbox()[0]).toMatchObject({ sentAt: null, attempts: 1 });
});

describe("mail on disk", () => {
  const letter = { to: "a@example.com", subject: "Hi", text: "Text\n", html: "<p>Text</p>\n" };

  it("sorts by time, is for its owner's eyes, and leaves no half file", async () => {
    for (const subject of ["1", "2", "3"]) await sendMail({ ...letter, subject });
    const names = readdirSync(env().MAIL_DIR).sort();
    expect(names.every((name) => name.endsWith(".eml"))).toBe(true);
    expect((await mails()).map(({ subject }) => subject)).toEqual(["1", "2", "3"]);
    expect(statSync(path.join(env().MAIL_DIR, names[0]!)).mode & 0o077).toBe(0);
  });

  it("keeps a long link in one piece, and escapes HTML", async () => {
    const url = `https://paddock.example/verify-email/${"x".repeat(120)}`;
    await sendMail({ to: "a@example.com", ...layoutMail("Hi", [{ label: "Go", url }]) });
    expect(readMails()[0]).toContain(`\n${url}\n`);
    const { html, text } = layoutMail(
      "<s>",
      [
        '<script>alert("1")</script>',
        { label: "<b>", url: 'https://x.example/"><i>' },
        { line: "<b>", url: 'https://x.example/"><i>' },
      ],
      { links: [{ label: "<b>", url: 'https://x.example/"><i>' }], headers: {} },
    );
    expect(html).not.toMatch(/<script>|<b>|<i>|<s>/);
    expect(text).toContain("<script>");
  });

  it("no input adds a header or a recipient", async () => {
    await sendMail({ ...letter, subject: "Hi\r\nBcc: evil@example.com\r\n\r\nbody" });
    const [mail] = await mails();
    expect(mail).toMatchObject({ to: ["a@example.com"], subject: "Hi Bcc: evil@example.com body" });
    for (const to of ["a@example.com,b@example.com", "a@example.com\r\nBcc: b@example.com", "A <a@example.com>", ""])
      await expect(sendMail({ ...letter, to })).rejects.toThrow("no bare address");
    expect(readdirSync(env().MAIL_DIR)).toHaveLength(1);
  });
});

it("a mail that was overtaken is not sent: an account that is verified by now needs no link", async () => {
  await signUp(ADA);
  await deliverDueMails(accountMails, sendMail);
  resendVerification(ADA);
  verifyEmail(tokenIn((await mails())[0]));
  await deliverDueMails(accountMails, sendMail);
  expect(await mails()).toHaveLength(1);
  expect(outbox()).toHaveLength(1);
});
