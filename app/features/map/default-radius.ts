import { PROXIMITY_RADIUS } from "~/features/places/proximity";

/** Where nobody says how far: around a town, a region, a country, km. Apart from the input's rules, so that pages can say it too. */
export const DEFAULT_RADIUS = { town: PROXIMITY_RADIUS, region: 250, country: 500 } as const;
