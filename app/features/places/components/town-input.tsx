import { type FormEvent, type InputHTMLAttributes, useEffect, useId, useState } from "react";
import { DataList } from "~/ui/forms/field-parts";
import { lookUp } from "~/ui/forms/look-up";
import { PROXIMITY_LIMITS, SUGGEST_TOWNS_FROM } from "../proximity";

/** With script, the browser's own list suggests towns. */
export function TownInput(input: InputHTMLAttributes<HTMLInputElement>) {
  const id = useId();
  const [towns, setTowns] = useState<string[]>([]);
  const [{ askLater, stop }] = useState(() => lookUp("/places/suggestions", setTowns));
  useEffect(() => stop, [stop]);
  const look = ({ currentTarget }: FormEvent<HTMLInputElement>) => {
    stop();
    const q = currentTarget.value.trim();
    // A suggestion was chosen.
    if (towns.includes(q)) return;
    if (q.length < SUGGEST_TOWNS_FROM) setTowns([]);
    else askLater(q);
  };
  return (
    <>
      <input
        {...input}
        type="search"
        dir="auto"
        list={id}
        maxLength={PROXIMITY_LIMITS.place}
        placeholder="Town, country"
        autoComplete="off"
        onInput={look}
      />
      <DataList id={id} texts={towns} />
    </>
  );
}
