export const MAP_MESSAGES = {
  position: "A position is latitude and longitude in degrees, such as 52.48,-1.90.",
  noGarage: "Your garage has no map position yet. Say where it is on its edit page, or search for a town.",
  loginFirst: "Log in to search near your garage.",
} as const;
