import { z } from "zod";
import { blankAsMissing, noDay, optionalNumber } from "~/lib/fields.server";
import { findRepeatProblem } from "../time/recurrence";
import { REPEAT_LIMITS, type Repeat, type RepeatWeek } from "../time/repeat";
import { parseWallClock, toDay } from "../time/wall-clock";

const WEEKS = ["1", "2", "3", "4", "last"] as const;
const WEEK_MESSAGE = "Please choose a week of the month.";

const weekField = z
  .preprocess(
    (value) => (typeof value === "number" ? String(value) : blankAsMissing(value)),
    z.enum(WEEKS, WEEK_MESSAGE).optional(),
  )
  .transform((week): RepeatWeek | undefined =>
    week === undefined || week === "last" ? week : (Number(week) as RepeatWeek),
  )
  .meta({ enum: [1, 2, 3, 4, "last"], description: "With `month`" });

const untilField = z.preprocess(
  blankAsMissing,
  z
    .string(noDay("Until").replace(".", ""))
    .transform((text, context) => {
      const moment = parseWallClock(text);
      if (moment !== undefined) return toDay(moment);
      context.addIssue(noDay("Until"));
      return z.NEVER;
    })
    .optional(),
);

const rule = z
  .object(
    {
      every: z.enum(["week", "month", "year"], "Please choose how it repeats."),
      weeks: optionalNumber(1, REPEAT_LIMITS.weeks, `Weeks must be a number from 1 to ${REPEAT_LIMITS.weeks}.`).meta({
        description: "With `week`; default 1",
      }),
      week: weekField,
      weekday: optionalNumber(0, 6, "The weekday must be a number from 0 (Sunday) to 6.").meta({
        description: "0 for Sunday to 6; default that of the start",
      }),
      until: untilField.meta({ type: "string", examples: ["2027-05-01"], description: "The last day; or `count`" }),
      count: optionalNumber(2, REPEAT_LIMITS.dates, `Enter a number of dates from 2 to ${REPEAT_LIMITS.dates}.`),
    },
    "repeat must be an object.",
  )
  .superRefine(({ every, week, until, count }, context) => {
    const issue = (field: string, message: string) => context.addIssue({ code: "custom", path: [field], message });
    if (every === "month" && week === undefined) issue("week", WEEK_MESSAGE);
    if (until === undefined && count === undefined) issue("until", "Enter a last day, or a number of dates.");
    if (until !== undefined && count !== undefined) issue("count", "Enter a last day or a number of dates, not both.");
  })
  .transform(({ every, weeks, week, weekday, until, count }): Repeat => {
    const end = until === undefined ? { count } : { until };
    return {
      week: { every, weeks: weeks ?? 1, weekday, ...end },
      month: { every, week, weekday, ...end },
      year: { every, ...end },
    }[every];
  });

const isNo = (value: unknown) =>
  typeof value === "object" && value !== null && "every" in value && (value.every === "" || value.every === "no");

/** The form sends `no`. */
export const repeatField = z
  .preprocess((value) => (isNo(value) ? undefined : (value ?? undefined)), rule.optional())
  .meta({ type: "object", description: "Repeats the event. Its dates are events, made up to twelve months ahead" });

export function checkRepeat(
  { startDate, repeat }: { startDate?: unknown; repeat?: Repeat | undefined },
  context: z.RefinementCtx,
): void {
  const start = typeof startDate === "string" ? parseWallClock(startDate) : undefined;
  const isRefused = context.issues.some(({ path = [] }) => path[0] === "repeat");
  if (repeat === undefined || start === undefined || isRefused) return;
  const [field, message] = findRepeatProblem(toDay(start), repeat) ?? [];
  if (field === undefined || message === undefined) return;
  context.addIssue({ code: "custom", path: field === "startDate" ? [field] : ["repeat", field], message });
}

export const SCOPES = ["one", "later"] as const;

export type Scope = (typeof SCOPES)[number];

/** Of an edit or cancellation: this date, or also all later ones. */
export const scopeField = () =>
  z
    .preprocess((value) => blankAsMissing(value) ?? "one", z.enum(SCOPES, "scope must be one or later."))
    .meta({ type: "string", enum: [...SCOPES], default: "one", description: "This date, or also all later ones" });
