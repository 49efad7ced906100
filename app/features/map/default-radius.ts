import { PROXIMITY_RADIUS } from "~/features/places/proximity";

/** The search radius by default, km, by the kind of place. In a file of its own, without zod, for the browser. */
export const DEFAULT_RADIUS = { town: PROXIMITY_RADIUS, region: 250, country: 500 } as const;
