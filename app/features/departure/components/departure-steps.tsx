import type { Confirmation } from "~/ui/confirm";
import { Checkbox } from "~/ui/field";
import { ARE_YOU_SURE } from "../schema";

const SAFETY_LABEL = "Safety switch: I want to delete";

/** The switch that has to be on before anything is deleted. */
export function SafetySwitch() {
  return (
    <Checkbox
      name="safety"
      label={SAFETY_LABEL}
      hint="Nothing below works before it is on. It deletes nothing by itself."
    />
  );
}

/** The switch on the second step: carried along where it is on already. */
function CarriedSwitch({ on }: { on: boolean }) {
  return on ? <input type="hidden" name="safety" value="on" /> : <Checkbox name="safety" label={SAFETY_LABEL} />;
}

/** The second step before a garage goes, the same words on its page and in the dialog. */
export function deleteGarageStep(safety: boolean): Confirmation {
  return {
    to: "/settings/delete-garage",
    question: ARE_YOU_SURE,
    consequence:
      "Your garage goes, with every vehicle, story and photo in it, and the likes, comments and reviews it got. Your account stays, and can open a new garage.",
    act: "Delete My Garage",
    fields: <CarriedSwitch on={safety} />,
    cancel: "Keep my garage",
  };
}

/** The second step before an account goes. */
export function deleteAccountStep(safety: boolean): Confirmation {
  return {
    to: "/settings/delete-account",
    question: ARE_YOU_SURE,
    consequence:
      "Your account goes for good, with your garage, vehicles and photos, and every like, comment, review and follow of yours. Approved events and support requests stay, without your name.",
    act: "Delete My Account",
    fields: <CarriedSwitch on={safety} />,
    cancel: "Keep my account",
  };
}
