import { Form, Link } from "@remix-run/react";
import { Button } from "~/ui/forms/button";
import { TICKS_FORM, useSelection } from "~/ui/tables/ticks";
import { MANY_ACTS, MANY_NAMES, type ManyAct } from "../limits";

/** Below the table of that address; leads to a confirmation. */
export function ManyForm({ list }: { list: (typeof MANY_ACTS)[ManyAct][0] }) {
  const { areAll, list: back, all } = useSelection();
  return (
    <Form id={TICKS_FORM} action="/moderation/many" className="save-bar many-bar mt-4 gap-x-2">
      <input type="hidden" name="returnTo" value={back} />
      <Link to={areAll ? back : all} preventScrollReset className="link inline-flex min-h-11 items-center">
        {areAll ? "Select none" : "Select all"}
      </Link>
      <span className="text-grey max-md:sr-only">Selected rows:</span>
      {MANY_NAMES.filter((act) => MANY_ACTS[act][0] === list).map((act) => (
        <Button key={act} small name="act" value={act}>
          {MANY_ACTS[act][1]}
        </Button>
      ))}
    </Form>
  );
}
