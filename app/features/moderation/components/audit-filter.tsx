import { FilterChoice } from "~/ui/filters/filter-choice";
import { FilterForm, FilterText } from "~/ui/filters/filter-form";
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
    <FilterForm label="Log" all="/admin/log" filtered={filtered}>
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
      <FilterText
        id="log-subject-id"
        name="subjectId"
        label="No."
        width="w-24"
        inputMode="numeric"
        defaultValue={asked.subjectId}
        maxLength={MODERATION_LIMITS.filter}
      />
    </FilterForm>
  );
}
