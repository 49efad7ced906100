import { z } from "zod";
import { PROXIMITY_LIMITS } from "~/features/places/proximity";
import { placeField, radiusField } from "~/features/places/schema.server";
import { areDaysInOrder, DAYS_OUT_OF_ORDER, lineField, noDay, plainText } from "~/lib/fields.server";
import { coarse, type Point } from "~/lib/geo";
import { MAP_MESSAGES } from "./limits";
import { parseViewport, type Viewport } from "./viewport";

const dayField = (label: string) =>
  z.preprocess((value) => plainText(value).slice(0, 10) || undefined, z.iso.date(noDay(label)).optional());

const positionField = z.preprocess(
  plainText,
  z.string().transform((text, context): Point | undefined => {
    if (text === "") return undefined;
    const [, lat, lng] = /^(-?\d{1,2}(?:\.\d{1,9})?),\s*(-?\d{1,3}(?:\.\d{1,9})?)$/.exec(text) ?? [];
    const point = { lat: Number(lat), lng: Number(lng) };
    if (Math.abs(point.lat) <= 90 && Math.abs(point.lng) <= 180) return coarse(point);
    context.addIssue(MAP_MESSAGES.position);
    return z.NEVER;
  }),
);

/** The page's links repeat the whole query. */
const MAX_WORD = PROXIMITY_LIMITS.place;

const wordField = (label: string) => lineField({ label, max: MAX_WORD });

/** An unknown choice, as in an old link, means `fallback` instead of an error. */
const choiceField = <const T extends string>(label: string, choices: readonly T[], fallback: T) =>
  wordField(label).transform((word) => choices.find((choice) => choice === word) ?? fallback);

/** `/map-search`. */
export const mapSearch = z
  .object({
    place: placeField(),
    /** The viewer's own garage. */
    near: choiceField("The place", ["garage"], ""),
    /** Rounded to hundredths of a degree. */
    at: positionField,
    radius: radiusField(),
    kind: choiceField("The kind", ["events", "garages"], ""),
    category: lineField({ label: "Category", max: 100 }),
    from: dayField("From"),
    to: dayField("To"),
    units: choiceField("The unit", ["mi"], ""),
    /** All garages of the region and country without a map position. */
    unplaced: choiceField("The list", ["garages"], ""),
    /** Viewport after a move. */
    map: wordField("The viewport").transform((text): Viewport | undefined => parseViewport(text)),
  })
  .refine(areDaysInOrder, DAYS_OUT_OF_ORDER);

export type MapSearch = z.output<typeof mapSearch>;
