/** See build.mjs. */
export class BuildError extends Error {}
export function isBuilt(): boolean;
export function isStale(): boolean;
export function ensureBuild(needed?: () => boolean): Promise<void>;
export function build(): Promise<void>;
export function ensureMapData(): Promise<void>;
export function makeMapData(needed?: () => boolean): Promise<void>;
