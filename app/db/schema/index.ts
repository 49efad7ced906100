export * from "./accounts";
export * from "./events";
export * from "./garages";
export * from "./moderation";
export * from "./places";
export * from "./social";
export * from "./uploads";
export * from "./vehicles";
