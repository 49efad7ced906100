import { Field, PasswordField } from "~/ui/forms/field";
import { useFormState } from "~/ui/forms/form-state";
import { MIN_PASSWORD } from "../limits";

/** A password that is chosen, twice. */
export function PasswordFields({ label = "Password" }: { label?: string }) {
  return (
    <>
      <PasswordField
        name="password"
        label={label}
        hint={`At least ${MIN_PASSWORD} characters. A few words in a row are easy to remember and hard to guess.`}
        autoComplete="new-password"
      />
      <PasswordField name="passwordConfirm" label={`Confirm ${label.toLowerCase()}`} autoComplete="new-password" />
    </>
  );
}

/** The six digits of an authenticator app; where it can be a recovery code, letters too. */
export function CodeField({ canBeRecoveryCode = false }: { canBeRecoveryCode?: boolean }) {
  return (
    <Field
      name="code"
      label={canBeRecoveryCode ? "Code" : "Code from the app"}
      hint={
        canBeRecoveryCode
          ? "The six digits that your authenticator app shows, or one of your recovery codes."
          : "Six digits."
      }
      inputMode={canBeRecoveryCode ? "text" : "numeric"}
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
    />
  );
}

/**
 * Asks for the password again in the form of something that cannot be undone.
 * @param needed whether the login is too old; where it has become so since the page was loaded, the refusal says it
 */
export function ReauthenticationField({ isNeeded }: { isNeeded: boolean }) {
  const { failure } = useFormState();
  if (!isNeeded && !failure?.errors.password) return null;
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
