import type { ActionFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { isAdmin, requireStaff, type Viewer } from "~/features/accounts/policy";
import { CaseStateChip, Objection, Overtaken, QuotedText, ThingTexts } from "~/features/cases/components/case-parts";
import { DecisionForm, OutcomeForm } from "~/features/cases/components/decision-form";
import {
  addCaseNote,
  claimCase,
  decideCase,
  decideObjection,
  releaseCase,
  whyNoDecision,
} from "~/features/cases/decisions.server";
import type { CaseJson } from "~/features/cases/json.server";
import {
  CASE_LIMITS,
  CASE_MESSAGES,
  DECIDED_LABELS,
  KIND_LABELS,
  OVERTURNED,
  REASON_LABELS,
  WORDS_GONE,
} from "~/features/cases/limits";
import { listRuleTitles } from "~/features/cases/queries.server";
import { getCase } from "~/features/cases/queue.server";
import { decisionInput, noteInput, outcomeInput } from "~/features/cases/schema.server";
import { findCommentContext } from "~/features/social/comment-context.server";
import { CommentContextList } from "~/features/social/components/comment-context";
import { formActions, pageLoader } from "~/http/page/page.server";
import { readForm } from "~/http/page/submitted-form.server";
import { redirectWithToast } from "~/http/page/toast.server";
import { requireUser } from "~/http/session/session.server";
import { decode } from "~/lib/decode";
import { requireId } from "~/lib/ids";
import { isolate, plural } from "~/lib/text";
import { formatDate } from "~/lib/time";
import { pageTitle } from "~/ui/document/page-title";
import { SubmitButton } from "~/ui/forms/button";
import { formClientAction, reloadAfterConflict } from "~/ui/forms/client-action";
import { TextArea } from "~/ui/forms/field";
import { PageForm } from "~/ui/forms/form";
import { BackLink, Page, PageHeader, Section } from "~/ui/layout/page";
import { Moment } from "~/ui/moment";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [
  pageTitle(matches, data && `Case ${data.caseView._id}`),
];

export const loader = pageLoader(async ({ request, context, params }) => {
  const viewer = await requireUser({ request, context });
  requireStaff(viewer);
  const id = requireId(params.caseId, CASE_MESSAGES.notFound);
  const caseView = getCase(viewer, id);
  return {
    caseView,
    context: caseView.current && findReportedContext(viewer, caseView),
    rules: caseView.state === "open" ? listRuleTitles() : [],
    viewerIsAdmin: isAdmin(viewer),
    refusal: whyNoDecision(viewer, id),
    viewerHasIt: caseView.claimedBy?._id === String(viewer.id),
  };
}, CASE_MESSAGES.listFailed);

const findReportedContext = (viewer: Viewer, { kind, about }: CaseJson) =>
  kind === "comment" ? findCommentContext(viewer, Number(about.split("/").at(-1))) : undefined;

/** @param done the toast */
const formOf = (run: (viewer: Viewer, id: number, values: object) => void, done: string, deduplicateBy?: "fields") => ({
  deduplicateBy,
  run: async ({ request, context, params }: ActionFunctionArgs) => {
    const id = requireId(params.caseId, CASE_MESSAGES.notFound);
    run(await requireUser({ request, context }), id, (await readForm(request)).values);
    return redirectWithToast(`/moderation/cases/${id}`, done);
  },
});

export const action = formActions(
  { audience: "staff", body: "text", limit: "moderate" },
  {
    claim: formOf(claimCase, "You have claimed this case."),
    release: formOf(releaseCase, "You have unassigned this case."),
    note: formOf(
      (viewer, id, values) => addCaseNote(viewer, id, decode(noteInput, values).text),
      "Note added.",
      "fields",
    ),
    decide: formOf(
      (viewer, id, values) => decideCase(viewer, id, decode(decisionInput, values)),
      "Case decided. The member and the reporters have been notified.",
      "fields",
    ),
    resolve: formOf(
      (viewer, id, values) => decideObjection(viewer, id, decode(outcomeInput, values)),
      "Objection decided. The member has been notified.",
      "fields",
    ),
  },
);

export const clientAction = formClientAction("Something went wrong.");

export const shouldRevalidate = reloadAfterConflict;

export default function CasePage() {
  const { caseView, context, rules, viewerIsAdmin, refusal, viewerHasIt } = useLoaderData<typeof loader>();
  const { _id, kind, about, state, snapshot, current, reports, notes, decision, objection } = caseView;
  const words = ({ texts, pictures, avatar }: CaseJson["snapshot"]) =>
    JSON.stringify([texts, [...pictures].sort(), avatar]);
  const isSame = current !== null && words(current) === words(snapshot);
  const ifMay = (form: ReactNode) => (refusal === null ? form : <p>{refusal}</p>);
  return (
    <Page>
      <BackLink to="/moderation">Cases</BackLink>
      <PageHeader title={`Case ${_id}: ${isolate(snapshot.texts.title ?? KIND_LABELS[kind])}`}>
        <p className="mt-3 flex flex-wrap items-center gap-3">
          <CaseStateChip state={state} />
          <span>{KIND_LABELS[kind]}</span>
          <Link to={about} className="link">
            See it on the site
          </Link>
          <a href="#decision" className="link lg:hidden">
            Go to the decision
          </a>
        </p>
      </PageHeader>
      <div className="grid gap-x-12 gap-y-12 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="min-w-0">
          <Section id="reports" title={plural(reports.length, "report")}>
            {reports.map(({ _id, reason, text, law, reporter, createdAt }) => (
              <QuotedText key={_id} text={text || WORDS_GONE}>
                {REASON_LABELS[reason]}
                {law === "" ? null : (
                  <>
                    {" "}
                    (<bdi>{law}</bdi>)
                  </>
                )}
                , by <bdi>{reporter || "an anonymous reporter"}</bdi>, <Moment at={createdAt} />
              </QuotedText>
            ))}
          </Section>
          <Section id="then" title="As it was when first reported">
            {Object.keys(snapshot.texts).length === 0 ? <p>{WORDS_GONE}</p> : <ThingTexts {...snapshot} />}
          </Section>
          <Section id="now" title="As it is now">
            {current === null ? (
              <p>It has been deleted.</p>
            ) : (
              <>
                <p className="mb-3">{current.isShown ? "It is public." : "It is hidden."}</p>
                {isSame ? <p>The text and photos have not changed since.</p> : <ThingTexts {...current} />}
              </>
            )}
          </Section>
          {context ? (
            <Section id="thread" title="The conversation">
              <CommentContextList context={context} />
            </Section>
          ) : null}
          <Section id="member" title="The member">
            {caseView.person === null ? (
              <>
                <p className="empty:hidden" dir="auto">
                  {caseView.personName}
                </p>
                <p>The account was deleted.</p>
              </>
            ) : (
              <Person person={caseView.person} />
            )}
          </Section>
          {objection ? (
            <Section id="objection" title="Objection">
              <Objection objection={objection} title="The objection" isOver={state === "closed"} />
            </Section>
          ) : null}
          <Section id="notes" title="Staff notes">
            {notes.map(({ _id, author, text, createdAt }) => (
              <QuotedText key={_id} text={text}>
                <bdi>{author}</bdi>, <Moment at={createdAt} />
              </QuotedText>
            ))}
            {/* A new note starts with an empty field. */}
            <PageForm intent="note" once draft key={notes.length} className="max-w-form">
              <TextArea name="text" label="Note" rows={3} maxLength={CASE_LIMITS.note} hint="Only staff see it." />
              <SubmitButton busy="Saving…" kind="secondary">
                Add note
              </SubmitButton>
            </PageForm>
          </Section>
        </div>
        <section
          aria-labelledby="decision"
          className="self-start rounded-lg border border-line bg-surface p-5 lg:sticky lg:top-6 lg:max-h-[calc(100dvh-3rem)] lg:overflow-y-auto"
        >
          <h2 id="decision" className="mb-4">
            Decision
          </h2>
          {state === "open" ? null : <Overtaken intent="decide" />}
          {objection && state !== "appealed" ? <Overtaken intent="resolve" /> : null}
          {decision ? <Decision decision={decision} overturned={objection?.outcome === "overturned"} /> : null}
          {state === "open" || state === "appealed" ? (
            <Claim by={caseView.claimedBy} viewerHasIt={viewerHasIt} />
          ) : null}
          {state === "open" ? ifMay(<DecisionForm isAdmin={viewerIsAdmin} rules={rules} />) : null}
          {state === "appealed" ? ifMay(<OutcomeForm />) : null}
        </section>
      </div>
    </Page>
  );
}

interface DecisionProps {
  decision: NonNullable<CaseJson["decision"]>;
  overturned: boolean;
}

function Decision({ decision, overturned }: DecisionProps) {
  return (
    <div className="mb-6 space-y-3">
      <p>
        {DECIDED_LABELS[decision.measure]}, by <bdi>{decision.decidedBy ?? "a deleted member"}</bdi>,{" "}
        <Moment at={decision.createdAt} />
      </p>
      {overturned ? <p>{OVERTURNED}</p> : null}
      {decision.endsAt === null || overturned ? null : (
        <p>
          Until {day(decision.endsAt)}. Their content {decision.hideAll ? "is hidden until then" : "stays visible"}.
        </p>
      )}
      {decision.facts === "" ? null : (
        <QuotedText text={decision.facts}>
          <bdi>{decision.rule}</bdi>
        </QuotedText>
      )}
    </div>
  );
}

const day = (iso: string) => formatDate(Date.parse(iso));

function Person({ person }: { person: NonNullable<CaseJson["person"]> }) {
  const { _id, name, active, suspendedUntil, createdAt, vehicles, comments, earlier } = person;
  return (
    <>
      <p>
        <Link to={`/profile/${_id}`} className="link">
          <bdi>{name}</bdi>
        </Link>
      </p>
      <p className="mt-1 text-sm text-grey">
        Member since {day(createdAt)}. {plural(vehicles, "vehicle")}, {plural(comments, "comment")} in the last 30 days.
      </p>
      {suspendedUntil === null ? null : <p className="mt-2">Suspended until {day(suspendedUntil)}.</p>}
      {active ? null : <p className="mt-2">Deactivated.</p>}
      <h3 className="mt-4 text-base">Earlier decisions</h3>
      {earlier.length === 0 ? <p className="text-sm text-grey">None.</p> : null}
      <ul className="text-sm empty:hidden">
        {earlier.map(({ _id, measure, outcome, createdAt }) => (
          <li key={_id}>
            <Link to={`/moderation/cases/${_id}`} className="link">
              {DECIDED_LABELS[measure]}
            </Link>
            {outcome === "overturned" ? ", overturned" : ""}, <Moment at={createdAt} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Claim({ by, viewerHasIt }: { by: CaseJson["claimedBy"]; viewerHasIt: boolean }) {
  return (
    <PageForm
      intent={by === null ? "claim" : "release"}
      className="mb-6 flex flex-wrap items-center justify-between gap-3 border-b border-line pb-5"
    >
      <p className="min-w-0">
        {by === null ? (
          "Unassigned. You can decide without a claim."
        ) : (
          <>
            Claimed by <bdi>{viewerHasIt ? "you" : by.name}</bdi>.
          </>
        )}
      </p>
      <SubmitButton busy="Saving…" kind="secondary">
        {by === null ? "Claim" : "Unassign"}
      </SubmitButton>
    </PageForm>
  );
}
