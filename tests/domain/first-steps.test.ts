import { beforeEach, expect, onTestFinished, test } from "vitest";
import { auditLog, mailOutbox, users } from "~/db/schema";
import { env } from "~/env.server";
import { changeRegistrationSettings, createInvite } from "~/features/accounts/registration/commands.server";
import { getRegistrationSettings } from "~/features/accounts/registration/queries.server";
import { listFirstSteps, sendTestMail, testMailSent } from "~/features/operations/first-steps.server";
import { operationsMails } from "~/features/operations/mails.server";
import { changeSite } from "~/features/site/commands.server";
import { HOUR } from "~/lib/time";
import { deliverDueMails } from "~/services/mail/worker.server";
import { readSiteSettings, writeSiteSettings } from "~/services/site/site.server";
import { admin, makeUser, member, moderator } from "../support/make-rows";
import { allRows, changeRow, findRow } from "../support/rows";

const set = (values: object) => void Object.assign(env(), values);

beforeEach(() => {
  const before = { ...env() };
  onTestFinished(() => set(before));
});

const deliver = (send: () => Promise<void>) => deliverDueMails(operationsMails, send);
const accepts = async () => {};
const fails = () => Promise.reject(Object.assign(new Error("no"), { responseCode: 451 }));

const doneOf = (viewer: ReturnType<typeof admin>) =>
  listFirstSteps(viewer).flatMap(({ name, isDone }) => (isDone ? [name] : []));

test("the steps of an empty site are done one after another, and then gone", async () => {
  const viewer = admin();
  expect(listFirstSteps(viewer).map(({ name }) => name)).toEqual([
    ...["mail", "backups", "privacy", "logo", "registration", "people"],
  ]);
  expect(doneOf(viewer)).toEqual([]);
  set({ SMTP_URL: "smtp://127.0.0.1:9" });
  expect(doneOf(viewer)).toEqual([]);
  sendTestMail(viewer);
  await deliver(accepts);
  expect(doneOf(viewer)).toEqual(["mail"]);
  set({ BACKUP_EVERY: HOUR });
  expect(doneOf(viewer)).toEqual(["mail", "backups"]);
  changeSite(viewer, { privacy: "We store little." });
  expect(doneOf(viewer)).toEqual(["mail", "backups", "privacy"]);
  writeSiteSettings({ ...readSiteSettings(), logo: "logo.jpg" });
  expect(doneOf(viewer)).toEqual(["mail", "backups", "privacy", "logo"]);
  changeRegistrationSettings(viewer, { registration: "invite" });
  expect(doneOf(viewer)).toEqual(["mail", "backups", "privacy", "logo", "registration"]);
  createInvite(viewer, { uses: 1, days: 7 });
  expect(listFirstSteps(viewer)).toEqual([]);
});

test("registration is decided even if saved without a change; nothing is logged then", () => {
  const viewer = admin();
  changeRegistrationSettings(viewer, getRegistrationSettings());
  expect(doneOf(viewer)).toEqual(["registration"]);
  expect(allRows(auditLog)).toEqual([]);
});

test("a second account counts as an invite", () => {
  const viewer = admin();
  makeUser();
  expect(doneOf(viewer)).toEqual(["people"]);
});

test("the test email: is logged and counts only once the mail server has accepted it", async () => {
  const viewer = admin();
  set({ SMTP_URL: "smtp://127.0.0.1:9" });
  const email = sendTestMail(viewer);
  expect(email).toBe(findRow(users, viewer.id)!.email);
  expect(allRows(mailOutbox)).toMatchObject([{ kind: "test-mail", recipient: email }]);
  expect(testMailSent(email)).toBe(
    `A test email is on its way to ${email}. If it does not arrive, see Email under Site status.`,
  );
  await deliver(fails);
  expect([allRows(auditLog), doneOf(viewer)]).toEqual([[], []]);
  changeRow(mailOutbox, allRows(mailOutbox)[0]!.id, { nextAttemptAt: 0 });
  await deliver(accepts);
  expect(allRows(auditLog)).toMatchObject([{ action: "mail.test", actorId: viewer.id }]);
  expect(doneOf(viewer)).toEqual(["mail"]);
});

test("a test email saved as a file proves nothing, and the message says where it is", async () => {
  const viewer = admin();
  set({ SMTP_URL: undefined });
  const email = sendTestMail(viewer);
  expect(testMailSent(email)).toBe(`The test email to ${email} is saved as a file in MAIL_DIR.`);
  await deliver(accepts);
  set({ SMTP_URL: "smtp://127.0.0.1:9" });
  expect(doneOf(viewer)).toEqual([]);
});

test("an admin who is none any more gets no test email", async () => {
  const viewer = admin();
  sendTestMail(viewer);
  changeRow(users, viewer.id, { role: "user" });
  let sent = 0;
  await deliver(async () => void (sent += 1));
  expect([sent, allRows(mailOutbox)]).toEqual([0, []]);
});

test("is for admins only", () => {
  for (const viewer of [member(), moderator()]) {
    const refusal = expect.objectContaining({ code: "forbidden" });
    expect(() => listFirstSteps(viewer)).toThrow(refusal);
    expect(() => sendTestMail(viewer)).toThrow(refusal);
  }
});
