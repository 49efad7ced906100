import { Link } from "@remix-run/react";
import { SubmitButton } from "~/ui/forms/button";
import { Checkbox, Field, SelectField, TextArea } from "~/ui/forms/field";
import { PageForm } from "~/ui/forms/form";
import { CASE_LIMITS, MEASURE_LABELS } from "../limits";

interface DecisionFormProps {
  isAdmin: boolean;
  rules: readonly string[];
}

/** With the fields of the chosen action only, where the browser can tell it (`case.css`). */
export function DecisionForm({ isAdmin, rules }: DecisionFormProps) {
  const measures = Object.entries(MEASURE_LABELS).filter(([name]) => isAdmin || name !== "deactivate");
  return (
    <PageForm intent="decide" once draft className="decision-form">
      <SelectField name="measure" label="Action" options={[["", "Please choose"], ...measures]} />
      <div className="of-action">
        <Field
          name="rule"
          label="The rule or law that was broken"
          list="site-rules"
          maxLength={CASE_LIMITS.rule}
          hint={
            <>
              Choose one of the{" "}
              <Link to="/rules" className="link">
                site’s rules
              </Link>
              , or name a law. <span className="before-choice">Leave blank if you take no action.</span>
            </>
          }
        />
        <datalist id="site-rules">
          {rules.map((title) => (
            <option key={title} value={title} />
          ))}
        </datalist>
      </div>
      <div className="of-action">
        <TextArea
          name="facts"
          label="Explanation for the member"
          rows={5}
          maxLength={CASE_LIMITS.facts}
          hint={
            <>
              The member sees this: what they did, where, and why it breaks the rule.{" "}
              <span className="before-choice">Leave blank if you take no action.</span>
            </>
          }
        />
      </div>
      <div className="of-suspension">
        <Field
          name="days"
          label="Length of suspension in days"
          inputMode="numeric"
          hint={
            <>
              1 to {CASE_LIMITS.days}
              <span className="before-choice">, for a suspension only</span>.
            </>
          }
        />
      </div>
      <div className="of-suspension">
        <Checkbox
          name="hideAll"
          label="Hide their content while suspended"
          hint={<span className="before-choice">For a suspension only.</span>}
        />
      </div>
      <SubmitButton busy="Deciding…">Decide</SubmitButton>
    </PageForm>
  );
}

export function OutcomeForm() {
  return (
    <PageForm intent="resolve" once draft>
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
