import { Form } from "@remix-run/react";
import { Button, ButtonLink } from "~/ui/button";
import { FilterChoice } from "~/ui/filter-choice";
import type { AuditChoices } from "../audit.server";
import { actionLabel, MODERATION_LIMITS, subjectLabel } from "../limits";
import type { AuditQuery } from "../schema.server";

interface AuditFilterProps {
  asked: AuditQuery;
  choices: AuditChoices;
  filtered: boolean;
}

/** What the log shows: by who acted, by act, by what it was about. */
export function AuditFilter({ asked, choices, filtered }: AuditFilterProps) {
  return (
    <Form method="get" role="search" aria-label="Log" className="mb-8">
      <div className="flex flex-wrap items-end gap-4">
        <FilterChoice
          id="log-actor"
          name="actor"
          label="Who"
          chosen={asked.actor}
          options={choices.actors.map(({ value, name }) => [value, name])}
        />
        <FilterChoice
          id="log-action"
          name="action"
          label="Action"
          chosen={asked.action}
          options={choices.actions.map((action) => [action, actionLabel(action)])}
        />
        <FilterChoice
          id="log-subject-type"
          name="subjectType"
          label="Subject"
          chosen={asked.subjectType}
          options={choices.subjectTypes.map((type) => [type, subjectLabel(type)])}
        />
        <div className="w-24">
          <label htmlFor="log-subject-id" className="mb-1 block font-bold">
            No.
          </label>
          <input
            type="search"
            inputMode="numeric"
            id="log-subject-id"
            name="subjectId"
            defaultValue={asked.subjectId}
            maxLength={MODERATION_LIMITS.filter}
            autoComplete="off"
            className="input"
          />
        </div>
        <Button className="min-h-12">Filter</Button>
        {filtered ? (
          <ButtonLink to="/admin/log" kind="quiet" className="min-h-12">
            Show all
          </ButtonLink>
        ) : null}
      </div>
    </Form>
  );
}
