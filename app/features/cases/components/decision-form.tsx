import { SubmitButton } from "~/ui/forms/button";
import { Checkbox, Field, SelectField, TextArea } from "~/ui/forms/field";
import { PageForm } from "~/ui/forms/form";
import { CASE_LIMITS, MEASURE_LABELS, RULES } from "../limits";

export function DecisionForm({ isAdmin }: { isAdmin: boolean }) {
  const measures = Object.entries(MEASURE_LABELS).filter(([name]) => isAdmin || name !== "deactivate");
  return (
    <PageForm intent="decide" once draft className="max-w-form">
      <SelectField name="measure" label="Action" options={[["", "Please choose"], ...measures]} />
      <Field
        name="rule"
        label="The rule or law that was broken"
        list="site-rules"
        maxLength={CASE_LIMITS.rule}
        hint="One of the site’s rules, or a law. Leave blank if you take no action."
      />
      <datalist id="site-rules">
        {RULES.map(([title]) => (
          <option key={title} value={title} />
        ))}
      </datalist>
      <TextArea
        name="facts"
        label="Explanation for the member"
        rows={5}
        maxLength={CASE_LIMITS.facts}
        hint="The member sees this: what they did, where, and why it breaks the rule. Leave blank if you take no action."
      />
      <Field
        name="days"
        label="Length of suspension in days"
        optional
        inputMode="numeric"
        hint={`1 to ${CASE_LIMITS.days}, for a suspension only.`}
      />
      <Checkbox name="hideAll" label="Hide their content while suspended" hint="For a suspension only." />
      <SubmitButton busy="Deciding…">Decide</SubmitButton>
    </PageForm>
  );
}

export function OutcomeForm() {
  return (
    <PageForm intent="resolve" once draft className="max-w-form">
      <SelectField
        name="outcome"
        label="Outcome"
        options={[
          ["", "Please choose"],
          ["upheld", "The decision stands"],
          ["overturned", "The decision is overturned"],
        ]}
      />
      <TextArea name="facts" label="Reason" rows={5} maxLength={CASE_LIMITS.facts} hint="The member will see this." />
      <SubmitButton busy="Deciding…">Decide the objection</SubmitButton>
    </PageForm>
  );
}
