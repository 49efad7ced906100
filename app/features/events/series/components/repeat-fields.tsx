import { useEffect, useRef, useState } from "react";
import { FILL_EVENT } from "~/ui/drafts/fields";
import { SubmitButton } from "~/ui/forms/button";
import { Field, SelectField } from "~/ui/forms/field";
import { useFormState } from "~/ui/forms/form-state";
import { longDay } from "../../time/format";
import { REPEAT_LIMITS, REPEAT_WEEKS, type Repeat, type RepeatWeek } from "../../time/repeat";
import { parseWallClock, toDay } from "../../time/wall-clock";

const EVERY = [
  ["no", "No"],
  ["week", "Weekly"],
  ["month", "Monthly, on a weekday"],
  ["year", "Yearly, on its date"],
] as const;

const WEEK_OPTIONS = (["1", "2", "3", "4", "last"] as const).map((week) => [week, REPEAT_WEEKS[week]] as const);

/** Of the form's defaults. */
export const NO_REPEAT = { "repeat[every]": "no", "repeat[weeks]": "1", "repeat[week]": "1" };

const DATES_SHOWN = 5;

/** As the server reads them; undefined while something is missing. */
function typedRepeat(form: HTMLFormElement): { start: string; repeat: Repeat } | undefined {
  const fields = new FormData(form);
  const text = (name: string) => String(fields.get(`repeat[${name}]`) ?? "").trim();
  const start = parseWallClock(String(fields.get("startDate") ?? ""));
  const every = text("every");
  if (start === undefined || (every !== "week" && every !== "month" && every !== "year")) return undefined;
  const [weeks, count, until] = [Number(text("weeks") || 1), Number(text("count")), text("until")];
  const isCounted = Number.isInteger(count) && count > 1 && count <= REPEAT_LIMITS.dates;
  if ((until === "") === (text("count") === "") || (until === "" && !isCounted)) return undefined;
  if (!Number.isInteger(weeks) || weeks < 1 || weeks > REPEAT_LIMITS.weeks) return undefined;
  const week = (text("week") === "last" ? "last" : Number(text("week"))) as RepeatWeek;
  return { start: toDay(start), repeat: { every, weeks, week, ...(until === "" ? { count } : { until }) } };
}

interface Preview {
  days: string[];
  problem?: string | undefined;
}

async function previewOf(form: HTMLFormElement): Promise<Preview | undefined> {
  const typed = typedRepeat(form);
  if (typed === undefined) return undefined;
  const { findRepeatProblem, listRepeatDays } = await import("../../time/recurrence");
  const [, problem] = findRepeatProblem(typed.start, typed.repeat) ?? [];
  const days = problem === undefined ? listRepeatDays(typed.start, typed.repeat) : [];
  return { days: days.slice(0, DATES_SHOWN).map(longDay), problem };
}

/** Null without script: then all fields are visible. */
function useTyped() {
  const fields = useRef<HTMLFieldSetElement>(null);
  const [every, setEvery] = useState<string | null>(null);
  const [preview, setPreview] = useState<Preview>();
  useEffect(() => {
    const form = fields.current?.form;
    if (!form) return;
    let isGone = false;
    const read = async () => {
      setEvery(String(new FormData(form).get("repeat[every]") ?? ""));
      const next = await previewOf(form);
      if (!isGone) setPreview(next);
    };
    const names = ["input", FILL_EVENT];
    for (const name of names) form.addEventListener(name, read);
    void read();
    return () => {
      isGone = true;
      for (const name of names) form.removeEventListener(name, read);
    };
  }, []);
  return { fields, every, preview };
}

/** Without script a button shows the dates. */
export function RepeatFields() {
  const { failure } = useFormState();
  const { fields, every, preview } = useTyped();
  const isScripted = every !== null;
  const isOff = every === "no" || every === "";
  const typedEvery = failure?.values["repeat[every]"] ?? "no";
  const shownDays = failure?.errors.repeatDates;
  return (
    <fieldset ref={fields}>
      <legend className="sr-only">Repeats</legend>
      <SelectField name="repeat[every]" label="Repeats" options={EVERY} />
      <details open={isScripted || typedEvery !== "no"} hidden={isScripted && isOff} className="mb-6">
        <summary hidden={isScripted} className="mb-4 inline-flex min-h-11 items-center underline">
          How it repeats
        </summary>
        <div hidden={isScripted && every !== "week"}>
          <Field
            name="repeat[weeks]"
            label="Weeks from one date to the next"
            type="number"
            min={1}
            max={REPEAT_LIMITS.weeks}
            optional={!isScripted}
            hint={`${isScripted ? "" : "If weekly: "}1 for every week, 2 for every other week.`}
          />
        </div>
        <div hidden={isScripted && every !== "month"}>
          <SelectField
            name="repeat[week]"
            label="Week of the month"
            options={WEEK_OPTIONS}
            hint={`${isScripted ? "On" : "If monthly: on"} the weekday of the start, such as the first Sunday.`}
          />
        </div>
        <div className="gap-x-4 sm:grid sm:grid-cols-2">
          <Field name="repeat[until]" label="Until" type="date" optional />
          <Field
            name="repeat[count]"
            label="Or number of dates"
            type="number"
            min={2}
            max={REPEAT_LIMITS.dates}
            optional
          />
        </div>
        <p className="-mt-3 mb-4 text-sm text-grey">
          Enter one of the two: {REPEAT_LIMITS.dates} dates at most, two years ahead. We review a series once.
        </p>
        <div aria-live="polite">
          {preview?.problem === undefined ? (
            <NextDates days={isScripted ? (preview?.days ?? []) : (shownDays ?? [])} />
          ) : (
            <p>{preview.problem}</p>
          )}
        </div>
        {isScripted ? null : (
          <SubmitButton name="showDates" value="on" kind="secondary" busy="One moment…">
            Show dates
          </SubmitButton>
        )}
      </details>
    </fieldset>
  );
}

function NextDates({ days }: { days: readonly string[] }) {
  if (days.length === 0) return null;
  return (
    <div className="mb-4 border-l-4 border-line-strong pl-3">
      <p>The first dates:</p>
      <ul>
        {days.map((day) => (
          <li key={day}>{day}</li>
        ))}
      </ul>
    </div>
  );
}
