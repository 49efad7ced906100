import { SubmitButton } from "~/ui/forms/button";
import { Checkbox, Field, SelectField, TextArea } from "~/ui/forms/field";
import { PageForm } from "~/ui/forms/form";
import { CASE_LIMITS, MEASURE_LABELS, RULES } from "../limits";

export function DecisionForm({ isAdmin }: { isAdmin: boolean }) {
  const measures = Object.entries(MEASURE_LABELS).filter(([name]) => isAdmin || name !== "deactivate");
  return (
    <PageForm intent="decide" once draft className="max-w-form">
      <SelectField name="measure" label="Measure" options={[["", "Please choose"], ...measures]} />
      <Field
        name="rule"
        label="The rule or law that was broken"
        list="site-rules"
        maxLength={CASE_LIMITS.rule}
        hint="One of the site's rules, or a law. Not needed without a measure."
      />
      <datalist id="site-rules">
        {RULES.map(([title]) => (
          <option key={title} value={title} />
        ))}
      </datalist>
      <TextArea
        name="facts"
        label="The facts"
        rows={5}
        maxLength={CASE_LIMITS.facts}
        hint="The person reads this: what they did, where, and why it breaks the rule. Not needed without a measure."
      />
      <Field
        name="days"
        label="Days of the suspension"
        optional
        inputMode="numeric"
        hint={`1 to ${CASE_LIMITS.days}, for a suspension only.`}
      />
      <Checkbox name="hideAll" label="Hide what they show until then" hint="For a suspension only." />
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
      <TextArea name="facts" label="Why" rows={5} maxLength={CASE_LIMITS.facts} hint="The person reads this." />
      <SubmitButton busy="Deciding…">Decide the objection</SubmitButton>
    </PageForm>
  );
}
