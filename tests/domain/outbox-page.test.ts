import { beforeEach, expect, onTestFinished, test } from "vitest";
import { auditLog, mailOutbox, users } from "~/db/schema";
import { env } from "~/env.server";
import { CASE_MAIL } from "~/features/cases/limits";
import { dropMail, listOutbox, retryMail, sendTestMail } from "~/features/operations/outbox.server";
import { MINUTE, now, SECOND, setClock, toIso } from "~/lib/time";
import { layoutMail } from "~/services/mail/layout.server";
import { enqueueMail } from "~/services/mail/outbox.server";
import { deliverDueMails, NEVER } from "~/services/mail/worker.server";
import { admin, member, moderator } from "../support/make-rows";
import { allRows, changeRow, findRow, insertRow } from "../support/rows";
import { freePort, type SmtpBehaviour, startSmtp } from "../support/smtp";

const port = await freePort();
const PAGE = { page: 1, limit: 50 };
const renderers = { hello: () => layoutMail("Hello", ["How are you?"]) };
const actions = () => allRows(auditLog).map(({ action, subjectId, before }) => ({ action, subjectId, before }));

beforeEach(() => {
  const { SMTP_URL } = env();
  Object.assign(env(), { SMTP_URL: `smtp://127.0.0.1:${port}` });
  onTestFinished(() => void Object.assign(env(), { SMTP_URL }));
});

async function smtp(behaviour: SmtpBehaviour) {
  const inbox = await startSmtp(port, { behaviour });
  onTestFinished(() => inbox.stop());
  return inbox;
}

test("the test email: returns the mail server’s own answer, and is logged", async () => {
  const viewer = admin();
  const { email } = findRow(users, viewer.id)!;
  const inbox = await smtp("fine");
  expect(await sendTestMail(viewer)).toEqual({ email, answer: expect.stringMatching(/^250 .*queued/i) });
  expect(inbox.mails).toMatchObject([{ to: [email], subject: "Test email from Paddock" }]);
  expect(allRows(auditLog)).toMatchObject([{ action: "mail.test", actorId: viewer.id }]);
  expect(allRows(mailOutbox)).toEqual([]);
});

test.each([
  ["refuses for good", `550 5.1.1 No such mailbox: …@… (127.0.0.1:${port})`],
  ["refuses for now", `450 Mailbox busy (127.0.0.1:${port})`],
  ["refuses the mail", `554 5.7.1 It looks like spam (127.0.0.1:${port})`],
] as const)("the test email: a mail server that %s", async (behaviour, answer) => {
  await smtp(behaviour);
  await expect(sendTestMail(admin())).rejects.toMatchObject({
    code: "unavailable",
    message: `The test email was not sent: ${answer}.`,
  });
  expect(allRows(auditLog)).toEqual([]);
});

test("the test email: no mail server", async () => {
  await expect(sendTestMail(admin())).rejects.toMatchObject({ message: expect.stringContaining("ECONNREFUSED") });
});

test("the outbox: what failed and when it is tried again, without the content", () => {
  const time = now();
  setClock(() => time);
  const viewer = admin();
  const mail = { kind: "hello", payload: { secret: "x" }, createdAt: time, attempts: 0 };
  insertRow(mailOutbox, [
    { ...mail, recipient: "a@example.com", nextAttemptAt: time },
    { ...mail, recipient: "b@example.com", nextAttemptAt: time + MINUTE, lastError: "450 Busy", attempts: 2 },
    { ...mail, recipient: "c@example.com", nextAttemptAt: NEVER, lastError: "550 No", attempts: 1, isRefused: true },
    { ...mail, recipient: "d@example.com", nextAttemptAt: time, sentAt: time },
    { ...mail, recipient: "e@example.com", nextAttemptAt: time + MINUTE, claimedUntil: time + MINUTE },
  ]);
  const outbox = listOutbox(viewer, { state: undefined, q: "" }, PAGE);
  expect(outbox).toMatchObject({ total: 4 });
  expect(outbox.rows.map(({ recipient }) => recipient[0])).toEqual(["c", "e", "b", "a"]);
  expect(JSON.stringify(outbox)).not.toContain("secret");
  const failed = listOutbox(viewer, { state: "failed", q: "" }, PAGE).rows;
  expect(failed).toMatchObject([
    { error: "550 No", nextAt: null },
    { error: "450 Busy", nextAt: toIso(time + MINUTE), attempts: 2 },
  ]);
  expect(outbox.rows.map(({ isClaimed }) => isClaimed)).toEqual([false, true, false, false]);
  expect(listOutbox(viewer, { state: "sent", q: "" }, PAGE).rows).toMatchObject([
    { sentAt: toIso(time), nextAt: null },
  ]);
});

test("the outbox is searched by a part of the address, but never finds the mail to a reporter", () => {
  const viewer = admin();
  for (const recipient of ["ada@example.com", "bob@example.org"]) enqueueMail("hello", recipient);
  enqueueMail(CASE_MAIL.received, "ada@example.com", { reportId: 1 });
  const find = (q: string) => {
    const { rows, total } = listOutbox(viewer, { state: undefined, q }, PAGE);
    return [total, ...rows.map(({ recipient }) => recipient)];
  };
  expect(find("ADA@")).toEqual([1, "ada@example.com"]);
  expect(find("bob@example.org")).toEqual([1, "bob@example.org"]);
  expect(find("%")).toEqual([0]);
  expect(find("")[0]).toBe(3);
});

test("an email that was given up is sent once more, and one is dropped", async () => {
  const viewer = admin();
  enqueueMail("hello", "a@example.com");
  enqueueMail("hello", "b@example.com");
  const [first, second] = allRows(mailOutbox);
  changeRow(mailOutbox, first!.id, { nextAttemptAt: NEVER, lastError: "550 No", attempts: 10 });
  retryMail(viewer, first!.id);
  // A warning that has not been tried cannot be stopped.
  expect(() => dropMail(viewer, second!.id)).toThrow(expect.objectContaining({ code: "conflict" }));
  changeRow(mailOutbox, second!.id, { lastError: "450 Busy", attempts: 1 });
  dropMail(viewer, second!.id);
  const sent: string[] = [];
  await deliverDueMails(renderers, async ({ to }) => void sent.push(to));
  expect(sent).toEqual(["a@example.com"]);
  const before = { kind: "hello" };
  expect(actions()).toEqual([
    { action: "mail.retry", subjectId: String(first!.id), before },
    { action: "mail.drop", subjectId: String(second!.id), before },
  ]);
  for (const { id } of [first!, second!])
    for (const act of [retryMail, dropMail])
      expect(() => act(viewer, id)).toThrow(expect.objectContaining({ code: "not_found" }));
});

test("an email that a worker is sending is neither retried nor dropped", async () => {
  const viewer = admin();
  enqueueMail("hello", "a@example.com");
  const { id } = allRows(mailOutbox)[0]!;
  let sent = 0;
  await deliverDueMails(renderers, async () => {
    sent += 1;
    for (const act of [retryMail, dropMail])
      expect(() => act(viewer, id)).toThrow(expect.objectContaining({ code: "conflict" }));
    await deliverDueMails(renderers, async () => void (sent += 1));
  });
  expect([sent, actions(), findRow(mailOutbox, id)?.sentAt]).toEqual([1, [], expect.any(Number)]);
  enqueueMail("hello", "b@example.com");
  const failing = allRows(mailOutbox).find(({ sentAt }) => sentAt === null)!.id;
  await deliverDueMails(renderers, () => Promise.reject(new Error("no")));
  expect(findRow(mailOutbox, failing)!.nextAttemptAt).toBeGreaterThan(now() + 9 * SECOND);
  retryMail(viewer, failing);
  expect(findRow(mailOutbox, failing)!.nextAttemptAt).toBeLessThanOrEqual(now());
});

test("is for admins only", async () => {
  const refusal = expect.objectContaining({ code: "forbidden" });
  for (const viewer of [member(), moderator()]) {
    await expect(sendTestMail(viewer)).rejects.toEqual(refusal);
    expect(() => listOutbox(viewer, { state: undefined, q: "" }, PAGE)).toThrow(refusal);
    for (const act of [retryMail, dropMail]) expect(() => act(viewer, 1)).toThrow(refusal);
  }
});
