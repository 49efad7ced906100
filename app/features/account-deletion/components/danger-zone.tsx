import { type ChangeEvent, useEffect, useRef, useState } from "react";
import { ReauthenticationField } from "~/features/accounts/components/password-fields";
import { Button } from "~/ui/forms/button";
import { type Confirmation, ConfirmLink } from "~/ui/forms/confirm";
import { Checkbox } from "~/ui/forms/field";
import { PageForm } from "~/ui/forms/form";
import { ARE_YOU_SURE } from "../limits";

export const CHOOSE_DELETION = "leave";
const FORM = "danger";

/**
 * With script, the buttons wait for the switch and open a dialog; without it, the server checks the switch.
 * @param props.isReauthenticated whether the password was entered recently
 */
export function DangerZone({ hasGarage, isReauthenticated }: { hasGarage: boolean; isReauthenticated: boolean }) {
  const { hasScript, isOn, change, box } = useSwitch();
  const step = { hasScript, isOn };
  return (
    <div ref={box} className="max-w-form rounded-lg border-2 border-danger p-5 sm:p-6">
      <PageForm id={FORM} intent={CHOOSE_DELETION} onChange={change}>
        <SafetySwitch />
      </PageForm>
      <div className="flex flex-wrap gap-3">
        {hasGarage ? (
          <LeaveButton {...step} leave="garage" confirm={deleteGarageConfirmation(true, isReauthenticated)} />
        ) : null}
        <LeaveButton {...step} leave="account" confirm={deleteAccountConfirmation(true, isReauthenticated)} />
      </div>
    </div>
  );
}

interface LeaveButtonProps {
  hasScript: boolean;
  isOn: boolean;
  leave: string;
  confirm: Confirmation;
}

function LeaveButton({ hasScript, isOn, leave, confirm }: LeaveButtonProps) {
  if (hasScript && isOn) return <ConfirmLink confirm={confirm}>{confirm.act}</ConfirmLink>;
  return (
    <Button kind="danger" form={FORM} name="leave" value={leave} disabled={hasScript}>
      {confirm.act}
    </Button>
  );
}

/** Browsers may restore the switch on a reload. */
function useSwitch() {
  const box = useRef<HTMLDivElement>(null);
  const [hasScript, setScripted] = useState(false);
  const [isOn, setOn] = useState(false);
  useEffect(() => {
    setScripted(true);
    setOn(box.current?.querySelector<HTMLInputElement>("input[name=safety]")?.checked ?? false);
  }, []);
  const change = ({ target }: ChangeEvent<HTMLFormElement>) => {
    const field: unknown = target;
    if (field instanceof HTMLInputElement && field.name === "safety") setOn(field.checked);
  };
  return { hasScript, isOn, change, box };
}

const SAFETY_LABEL = "Safety switch: I want to delete my garage or account";

function SafetySwitch() {
  return (
    <Checkbox
      name="safety"
      label={SAFETY_LABEL}
      hint="Turn this on to enable the buttons below. Nothing is deleted until you press one."
    />
  );
}

/** The switch (hidden if on), and the password if the login is old. */
function step(
  safety: boolean,
  isReauthenticated: boolean,
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
        <ReauthenticationField isNeeded={!isReauthenticated} />
      </>
    ),
  };
}

export function deleteGarageConfirmation(safety: boolean, isReauthenticated: boolean): Confirmation {
  return step(
    safety,
    isReauthenticated,
    "This deletes your garage with every vehicle, story and photo in it, and the likes, comments and reviews it received. Your account stays, and you can open a new garage.",
    { to: "/settings/delete-garage", act: "Delete My Garage", cancel: "Keep my garage" },
  );
}

export function deleteAccountConfirmation(safety: boolean, isReauthenticated: boolean): Confirmation {
  return step(
    safety,
    isReauthenticated,
    "This deletes your account for good, with your garage, vehicles and photos, and all your likes, comments, reviews and follows. Approved events and support requests stay, without your name.",
    { to: "/settings/delete-account", act: "Delete My Account", cancel: "Keep my account" },
  );
}
