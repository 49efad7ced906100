import { PasswordField } from "~/ui/field";
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
