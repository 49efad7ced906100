import { z } from "zod";
import { DEFAULT_VEHICLE_SORT, VEHICLE_SORTS } from "~/features/makes/address";
import { VEHICLE_LIMITS } from "~/features/vehicles/limits";
import { blankAsMissing, lineField } from "~/lib/fields.server";
import { BROWSE_TEXT_LIMIT } from "./limits";

const text = (label: string, max: number) =>
  lineField({ label, max })
    .transform((line) => (line === "" ? undefined : line))
    .meta({ type: "string" });

const year = (label: string) =>
  z
    .preprocess(
      (value) => blankAsMissing(typeof value === "string" ? value.trim() : value),
      z
        .string()
        .regex(/^[12]\d{3}$/, `${label} must be a year, such as 1967.`)
        .transform(Number)
        .optional(),
    )
    .meta({ type: "integer" });

const SORTS = VEHICLE_SORTS.map(([sort]) => sort);

/** `/vehicles` and `GET /vehicles`. */
export const browseQuery = z
  .object({
    make: text("Make", VEHICLE_LIMITS.make),
    model: text("Model", VEHICLE_LIMITS.model),
    /** Years, inclusive. */
    from: year("From"),
    to: year("To"),
    condition: text("Condition", VEHICLE_LIMITS.condition),
    q: text("The search", BROWSE_TEXT_LIMIT),
    sort: z.preprocess(
      (value) => value || DEFAULT_VEHICLE_SORT,
      z.enum(SORTS, `sort must be one of ${SORTS.join(", ")}.`),
    ),
  })
  .refine(({ make, model }) => make !== undefined || model === undefined, {
    path: ["model"],
    error: "Please choose a make as well as a model.",
  })
  .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
    path: ["to"],
    error: "The last year must not be before the first.",
  });

export type BrowseQuery = z.output<typeof browseQuery>;

/** `GET /vehicles/models`: a missing make has no models, and is no error. */
export const modelsQuery = z.object({
  make: lineField({ label: "Make", max: VEHICLE_LIMITS.make }),
});
