import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { SubmitButton } from "~/ui/forms/button";
import { TextArea } from "~/ui/forms/field";
import { PageForm } from "~/ui/forms/form";
import { Page, PageHeader, Prose, Section } from "~/ui/layout/page";
import { Moment } from "~/ui/moment";
import { effectOf, howDecided } from "../decided";
import type { OwnCaseJson } from "../json.server";
import { CASE_LIMITS, CASE_MESSAGES, KIND_LABELS, MONTHS, OVERTURNED, WORDS_GONE } from "../limits";
import { CaseStateChip, Objection, Overtaken, ThingTexts } from "./case-parts";

interface OwnCaseProps {
  ownCase: OwnCaseJson;
  back?: ReactNode;
}

export function OwnCase({ ownCase, back }: OwnCaseProps) {
  const { _id, kind, about, state, texts, decision, objection, canObject } = ownCase;
  const thing = KIND_LABELS[kind].toLowerCase();
  return (
    <Page narrow>
      {back}
      <PageHeader title={`A decision about your ${thing}`}>
        <p className="mt-3 flex flex-wrap items-center gap-3">
          <span className="text-grey tabular-nums">No. {_id}</span>
          <CaseStateChip state={state} />
          <Moment at={decision.createdAt} />
        </p>
      </PageHeader>
      <p className="text-lg">{objection?.outcome === "overturned" ? OVERTURNED : effectOf({ ...decision, kind })}</p>
      <Section id="facts" title="What we found">
        <Prose text={decision.facts || WORDS_GONE} />
        <p className="mt-3">
          <span className="text-grey">Rule or law:</span> <bdi>{decision.rule}</bdi>
        </p>
        <p className="mt-3 text-grey">{howDecided(decision)}</p>
      </Section>
      <Section id="thing" title={`Your ${thing} at that time`}>
        {Object.keys(texts).length === 0 ? <p>{WORDS_GONE}</p> : <ThingTexts texts={texts} />}
        <p className="mt-3">
          <Link to={about} className="link">
            See your {thing}
          </Link>
        </p>
      </Section>
      <Section id="objection" title="Your objection">
        {canObject ? (
          <PageForm once draft>
            <TextArea
              name="text"
              label="Why you think this is wrong"
              rows={6}
              maxLength={CASE_LIMITS.objection}
              hint={`You can object once, within ${MONTHS} months. Another moderator will review it. You may also go to court.`}
            />
            <SubmitButton busy="Sending…">Object</SubmitButton>
          </PageForm>
        ) : (
          <>
            <Overtaken />
            {objection ? <Objection objection={objection} title="Your objection" /> : <p>{CASE_MESSAGES.tooLate}</p>}
          </>
        )}
      </Section>
    </Page>
  );
}
