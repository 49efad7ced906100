import { eq } from "drizzle-orm";
import { db } from "~/db/client.server";
import { cases, reports } from "~/db/schema";
import { publicUrl } from "~/env.server";
import { isolate } from "~/lib/text";
import { formatDate } from "~/lib/time";
import { layoutMail, type MailBlock } from "~/services/mail/layout.server";
import type { MailJob, MailRenderer, MailRenderers } from "~/services/mail/worker.server";
import { siteName } from "~/services/site/site.server";
import { effectOf, howDecided } from "./decided";
import { CASE_MAIL, KIND_LABELS, MONTHS, OUTCOME } from "./limits";
import { findReportRow } from "./reports.server";

const findReport = ({ payload }: MailJob) => findReportRow(eq(reports.id, Number(payload.reportId)));

const followIt = (token: string): MailBlock => ({ label: "See your report", url: `${publicUrl()}/reports/${token}` });

const receivedMail: MailRenderer = (job) => {
  const match = findReport(job);
  if (!match) return null;
  return {
    ...layoutMail("We have received your report", [
      `Thank you for your report about this ${KIND_LABELS[match.kind].toLowerCase()}: ${publicUrl()}${match.about}`,
      "A person will review it. We will email you when it is decided.",
      followIt(match.report.token),
      "If you did not report anything, your address was entered by mistake. You can ignore this email.",
    ]),
    thread: `report-${match.report.id}`,
  };
};

const outcome: MailRenderer = (job) => {
  const match = findReport(job);
  if (!match) return null;
  const { report, kind, about, measure } = match;
  const hasActed = measure !== "none";
  return {
    ...layoutMail(hasActed ? "We have acted on your report" : "We have looked at your report", [
      `On ${formatDate(report.createdAt)} you reported this ${KIND_LABELS[kind].toLowerCase()}: ${publicUrl()}${about}`,
      hasActed ? OUTCOME.acted : OUTCOME.nothing,
      OUTCOME.wrong,
      followIt(report.token),
    ]),
    thread: `report-${report.id}`,
  };
};

const findCase = ({ payload }: MailJob) =>
  db()
    .select()
    .from(cases)
    .where(eq(cases.id, Number(payload.caseId)))
    .get();

/** The case's key allows reading and objecting without a login. */
const seeCase = (key: string | null): MailBlock => ({
  label: "See the decision",
  url: `${publicUrl()}/decisions/${key}`,
});

const decisionMail: MailRenderer = (job) => {
  const decidedCase = findCase(job);
  if (!decidedCase || decidedCase.measure === null) return null;
  const { kind, about, rule, facts, measure, key } = decidedCase;
  return {
    ...layoutMail(`A decision about your content on ${siteName()}`, [
      `We have looked at this ${KIND_LABELS[kind].toLowerCase()} of yours: ${publicUrl()}${about}`,
      `${effectOf(decidedCase)} ${measure === "hide" ? "Everything else stays as it is." : ""}`.trim(),
      `What we found: ${isolate(facts)}`,
      `The rule or law: ${isolate(rule)}`,
      howDecided(decidedCase),
      `If you think this is wrong, you can object once within ${MONTHS} months. Another moderator will review it. You may also go to court.`,
      seeCase(key),
    ]),
    thread: `case-${decidedCase.id}`,
  };
};

const resolved =
  (subject: string, message: string): MailRenderer =>
  (job) => {
    const decidedCase = findCase(job);
    if (!decidedCase) return null;
    return {
      ...layoutMail(subject, [
        `You objected to a decision about ${publicUrl()}${decidedCase.about}.`,
        message,
        `Why: ${isolate(String(decidedCase.outcomeFacts))}`,
        seeCase(decidedCase.key),
      ]),
      thread: `case-${decidedCase.id}`,
    };
  };

export const caseMails: MailRenderers = {
  [CASE_MAIL.received]: receivedMail,
  [CASE_MAIL.outcome]: outcome,
  [CASE_MAIL.decided]: decisionMail,
  [CASE_MAIL.upheld]: resolved(
    "Your objection was not successful",
    "Another moderator has reviewed it. The decision stands.",
  ),
  [CASE_MAIL.overturned]: resolved(
    "Your objection was successful",
    "Another moderator has reviewed it and overturned the decision. Its effects are undone.",
  ),
};
