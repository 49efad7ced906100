import { beforeEach, expect, onTestFinished, test } from "vitest";
import { auditLog } from "~/db/schema";
import { env } from "~/env.server";
import { changeRegistrationSettings, createInvite } from "~/features/accounts/registration/commands.server";
import { getRegistrationSettings } from "~/features/accounts/registration/queries.server";
import { listFirstSteps } from "~/features/operations/first-steps.server";
import { changeSite } from "~/features/site/commands.server";
import { HOUR } from "~/lib/time";
import { recordAdminAction } from "~/services/log/audit-log.server";
import { readSiteSettings, writeSiteSettings } from "~/services/site/site.server";
import { admin, makeUser, member, moderator } from "../support/make-rows";
import { allRows } from "../support/rows";

const set = (values: object) => void Object.assign(env(), values);

beforeEach(() => {
  const before = { ...env() };
  onTestFinished(() => set(before));
});

const doneOf = (viewer: ReturnType<typeof admin>) =>
  listFirstSteps(viewer).flatMap(({ name, isDone }) => (isDone ? [name] : []));

test("the steps of an empty site are done one after another, and then gone", () => {
  const viewer = admin();
  expect(listFirstSteps(viewer).map(({ name }) => name)).toEqual([
    ...["mail", "backups", "privacy", "logo", "registration", "people"],
  ]);
  expect(doneOf(viewer)).toEqual([]);
  set({ SMTP_URL: "smtp://127.0.0.1:9" });
  expect(doneOf(viewer)).toEqual([]);
  recordAdminAction(viewer, { action: "mail.test", subjectType: "user", subjectId: viewer.id });
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

test("is for admins only", () => {
  for (const viewer of [member(), moderator()]) {
    expect(() => listFirstSteps(viewer)).toThrow(expect.objectContaining({ code: "forbidden" }));
  }
});
