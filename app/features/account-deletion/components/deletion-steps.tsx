import { PasswordAgain } from "~/features/accounts/components/password-again";
import type { Confirmation } from "~/ui/confirm";
import { Checkbox } from "~/ui/field";
import { ARE_YOU_SURE } from "../limits";

const SAFETY_LABEL = "Safety switch: I want to delete";

/** The switch that has to be on before anything is deleted. */
export function SafetySwitch() {
  return (
    <Checkbox
      name="safety"
      label={SAFETY_LABEL}
      hint="Turn this on to unlock the buttons below. It deletes nothing by itself."
    />
  );
}

/** The fields of both confirmations: the switch (hidden where it is on), and the password where the login is old. */
function step(
  safety: boolean,
  fresh: boolean,
  consequence: string,
  rest: Pick<Confirmation, "to" | "act" | "cancel">,
): Confirmation {
  return {
    ...rest,
    question: ARE_YOU_SURE,
    consequence: (
      <>
        {consequence}
        {safety ? <input type="hidden" name="safety" value="on" /> : null}
      </>
    ),
    fields: (
      <>
        {safety ? null : <Checkbox name="safety" label={SAFETY_LABEL} />}
        <PasswordAgain needed={!fresh} />
      </>
    ),
  };
}

/**
 * The confirmation before a garage is deleted, on its page and in the dialog.
 * @param fresh whether the password need not be asked for again
 */
export function deleteGarageStep(safety: boolean, fresh: boolean): Confirmation {
  return step(
    safety,
    fresh,
    "This deletes your garage with every vehicle, story and photo in it, and the likes, comments and reviews it received. Your account stays, and you can open a new garage.",
    { to: "/settings/delete-garage", act: "Delete My Garage", cancel: "Keep my garage" },
  );
}

/** The confirmation before an account is deleted. */
export function deleteAccountStep(safety: boolean, fresh: boolean): Confirmation {
  return step(
    safety,
    fresh,
    "This deletes your account for good, with your garage, vehicles and photos, and all your likes, comments, reviews and follows. Approved events and support requests stay, without your name.",
    { to: "/settings/delete-account", act: "Delete My Account", cancel: "Keep my account" },
  );
}
