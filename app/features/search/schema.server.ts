import { z } from "zod";
import { lineField } from "~/lib/fields.server";
import { MAX_SEARCH_LENGTH } from "./limits";

/** Literal; an empty text finds nothing and is no error. */
export const searchSchema = z.object({ q: lineField({ label: "The search", max: MAX_SEARCH_LENGTH }) });
