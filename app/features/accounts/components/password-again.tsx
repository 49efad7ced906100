import { Field } from "~/ui/field";
import { useFormState } from "~/ui/form";

/**
 * Asks for the password again in the form of something that cannot be undone.
 * @param needed whether the login is too old; where it has become so since the page was loaded, the refusal says it
 */
export function PasswordAgain({ needed }: { needed: boolean }) {
  const { failure } = useFormState();
  if (!needed && !failure?.errors.password) return null;
  return (
    <Field
      name="password"
      type="password"
      label="Your password"
      hint="You logged in a while ago, so please confirm that it is you."
      autoComplete="current-password"
    />
  );
}
