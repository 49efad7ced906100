import { TickedForm } from "~/ui/tables/ticks";
import { MANY_ACTS, MANY_NAMES, type ManyAct } from "../limits";

/** Below the table of that address. */
export function ManyForm({ list }: { list: (typeof MANY_ACTS)[ManyAct][0] }) {
  const acts = MANY_NAMES.filter((act) => MANY_ACTS[act][0] === list);
  return <TickedForm action="/moderation/many" acts={acts.map((act) => [act, MANY_ACTS[act][1]])} />;
}
