import { useSite } from "~/ui/document/page-title";
import { Field, PasswordField } from "~/ui/forms/field";
import { useFormState } from "~/ui/forms/form-state";
import { MIN_PASSWORD } from "../limits";

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

/** Six digits from an authenticator app, or a recovery code (with letters). */
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
 * The password again, before an irreversible action.
 * @param isNeeded whether the login is too old; if it became so meanwhile, the failed form shows the field
 */
export function ReauthenticationField({ isNeeded }: { isNeeded: boolean }) {
  const { failure } = useFormState();
  const { provider } = useSite();
  if (!isNeeded && !failure?.errors.password) return null;
  return (
    <Field
      name="password"
      type="password"
      label="Your password"
      hint={`You logged in a while ago, so please confirm that it is you.${provider === null ? "" : " Without a password, log out and in again."}`}
      autoComplete="current-password"
    />
  );
}
