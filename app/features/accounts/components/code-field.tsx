import { Field } from "~/ui/field";

/** The six digits of an authenticator app; where it can be a recovery code, letters too. */
export function CodeField({ recovery = false }: { recovery?: boolean }) {
  return (
    <Field
      name="code"
      label={recovery ? "Code" : "Code from the app"}
      hint={
        recovery ? "The six digits that your authenticator app shows, or one of your recovery codes." : "Six digits."
      }
      inputMode={recovery ? "text" : "numeric"}
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
    />
  );
}
