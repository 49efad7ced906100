import path from "node:path";
import { fileURLToPath } from "node:url";

/** The project's folder. */
export const root = fileURLToPath(new URL("../../..", import.meta.url));

/** Where the build stands. */
export const target = path.join(root, "build");

/** Builds in progress, and the lock. */
export const cache = path.join(root, ".cache");
