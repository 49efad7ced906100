import { SubmitButton } from "~/ui/button";
import { Field } from "~/ui/field";
import { PageForm } from "~/ui/form";

/** The form's name on `/verify-email`, which takes it from wherever it stands. */
export const RESEND = "resend";

/**
 * Asks for a new verification link.
 * @param email the address, where the page knows it already
 */
export function ResendForm({ email }: { email?: string }) {
  return (
    <PageForm action="/verify-email" intent={RESEND}>
      {email ? (
        <input type="hidden" name="email" value={email} />
      ) : (
        <Field name="email" type="email" label="Email" autoComplete="email" />
      )}
      <SubmitButton kind="secondary" busy="Sending…">
        Send a new link
      </SubmitButton>
    </PageForm>
  );
}
