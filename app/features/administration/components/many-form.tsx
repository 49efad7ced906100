import { Form, useLocation } from "@remix-run/react";
import { type ChangeEvent, useEffect, useState } from "react";
import { Button } from "~/ui/forms/button";
import { TICK_BOX, TICKS_FORM } from "~/ui/tables/ticks";
import { MANY_ACTS, MANY_NAMES, type ManyAct } from "../limits";

function tickAll({ currentTarget: { form, checked } }: ChangeEvent<HTMLInputElement>) {
  for (const box of form?.elements ?? [])
    if (box instanceof HTMLInputElement && box.name === "id") box.checked = checked;
}

/** Below the table of that address; leads to a confirmation. */
export function ManyForm({ list }: { list: (typeof MANY_ACTS)[ManyAct][0] }) {
  const { pathname, search } = useLocation();
  const [isScripted, setIsScripted] = useState(false);
  useEffect(() => setIsScripted(true), []);
  return (
    <Form id={TICKS_FORM} action="/moderation/many" className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
      <input type="hidden" name="returnTo" value={pathname + search} />
      {isScripted ? (
        <label className="inline-flex min-h-11 items-center gap-3">
          <input type="checkbox" className={TICK_BOX} onChange={tickAll} /> Select all
        </label>
      ) : null}
      <span className="text-grey">Selected rows:</span>
      {MANY_NAMES.filter((act) => MANY_ACTS[act][0] === list).map((act) => (
        <Button key={act} small name="act" value={act}>
          {MANY_ACTS[act][1]}
        </Button>
      ))}
    </Form>
  );
}
