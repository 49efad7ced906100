import { DEFAULT_RADIUS_KM } from "~/features/places/proximity";

export const MAP_MESSAGES = {
  position: "Please give a position as latitude and longitude in degrees, such as 52.48,-1.90.",
  noGarage: "Your garage has no map position yet. Say where it is on its edit page, or search for a town.",
  loginFirst: "Log in to search near your garage.",
} as const;

/** By the kind of place, km. Its own file, without zod, for the browser. */
export const DEFAULT_RADIUS = { town: DEFAULT_RADIUS_KM, region: 250, country: 500 } as const;
