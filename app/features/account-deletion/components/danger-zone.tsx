import { type ChangeEvent, useEffect, useRef, useState } from "react";
import { Button } from "~/ui/button";
import { type Confirmation, ConfirmLink } from "~/ui/confirm";
import { PageForm } from "~/ui/form";
import { deleteAccountStep, deleteGarageStep, SafetySwitch } from "./deletion-steps";

/** The form of the switch and the buttons behind it, by its intent. */
export const LEAVE = "leave";
const FORM = "danger";

/**
 * Deleting the garage or the account. The switch has to be on: with script the buttons wait for it and ask in a dialog,
 * without it the form is sent, and the server looks at the switch before it shows the second step.
 * @param props.fresh whether the password need not be asked for again
 */
export function DangerZone({ hasGarage, fresh }: { hasGarage: boolean; fresh: boolean }) {
  const { scripted, on, change, box } = useSwitch();
  const step = { scripted, on };
  return (
    <div ref={box} className="max-w-form rounded-lg border-2 border-signal p-5 sm:p-6">
      <PageForm id={FORM} intent={LEAVE} onChange={change}>
        <SafetySwitch />
      </PageForm>
      <div className="flex flex-wrap gap-3">
        {hasGarage ? <LeaveButton {...step} leave="garage" confirm={deleteGarageStep(true, fresh)} /> : null}
        <LeaveButton {...step} leave="account" confirm={deleteAccountStep(true, fresh)} />
      </div>
    </div>
  );
}

interface LeaveButtonProps {
  scripted: boolean;
  on: boolean;
  leave: string;
  confirm: Confirmation;
}

function LeaveButton({ scripted, on, leave, confirm }: LeaveButtonProps) {
  if (scripted && on) return <ConfirmLink confirm={confirm}>{confirm.act}</ConfirmLink>;
  return (
    <Button kind="danger" form={FORM} name="leave" value={leave} disabled={scripted}>
      {confirm.act}
    </Button>
  );
}

/** Whether script runs, and whether the switch is on; a browser may have kept it on over a reload. */
function useSwitch() {
  const box = useRef<HTMLDivElement>(null);
  const [scripted, setScripted] = useState(false);
  const [on, setOn] = useState(false);
  useEffect(() => {
    setScripted(true);
    setOn(box.current?.querySelector<HTMLInputElement>("input[name=safety]")?.checked ?? false);
  }, []);
  const change = ({ target }: ChangeEvent<HTMLFormElement>) => {
    const field: unknown = target;
    if (field instanceof HTMLInputElement && field.name === "safety") setOn(field.checked);
  };
  return { scripted, on, change, box };
}
