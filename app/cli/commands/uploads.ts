import { existsSync } from "node:fs";
import path from "node:path";
import { migrateDatabase } from "~/db/migrations.server";
import { env, withRegion } from "~/env.server";
import { parseStoreLocation, STORE_FORM, type StoreLocation } from "~/lib/store-location";
import { megabytes, plural } from "~/lib/text";
import type { FileStore } from "~/services/images/store/file-store";
import { claimStore } from "~/services/images/store/ownership.server";
import { openStore } from "~/services/images/store/photo-store.server";
import { CommandError, requireDatabase, runCommand, say, UsageError, withClearErrors } from "../run-command";
import { type Checked, checkFiles } from "../uploads/check";

const usage = "uploads -- check [file:PATH|s3://…] | claim";

async function check(text: string | undefined): Promise<number> {
  const store = await openSource(text === undefined ? env().photoStore : locationOf(text));
  const checked = await checkFiles(store);
  say(describeCheck(checked, store.label));
  return agrees(checked) ? 0 : 1;
}

/** From now on this site's sweep deletes files from the store. */
async function claim(): Promise<number> {
  const store = await openSource(env().photoStore);
  await claimStore(store);
  say(`Photos in ${store.label} now belong to this site: its next sweep removes those that no row refers to.`);
  return 0;
}

/** `npm run uploads -- check [URL] | claim`: compares rows with files; claims the store for a restored site. */
await runCommand(
  ([verb, place, ...rest]) => {
    const works: Record<string, (() => Promise<number>) | undefined> = {
      check: () => check(place),
      claim: place === undefined ? claim : undefined,
    };
    const work = Object.hasOwn(works, verb ?? "") ? works[verb ?? ""] : undefined;
    if (!work || place?.startsWith("-") || rest.length > 0) throw new UsageError();
    return () => {
      requireDatabase();
      migrateDatabase();
      return withClearErrors(work);
    };
  },
  { usage, database: "unopened" },
);

/** @throws CommandError if it names no store */
function locationOf(text: string): StoreLocation {
  const location = parseStoreLocation(text);
  if (!location) throw new CommandError(`The place to check is wrong: it ${STORE_FORM}`);
  return location.kind === "folder" ? { kind: "folder", path: path.resolve(location.path) } : withRegion(location);
}

/** @throws CommandError if the folder is missing; StoreUnavailableError */
async function openSource(location: StoreLocation): Promise<FileStore> {
  if (location.kind === "folder") {
    // No write check: a read-only disk may be the reason for moving the photos.
    if (!existsSync(location.path)) throw new CommandError(`There is no folder ${location.path}.`);
    return openStore(location);
  }
  const store = await openStore(location);
  await store.probe();
  return store;
}

function describeCheck({ files, bytes, images, missing, unused, foreign, empty }: Checked, place: string): string {
  return [
    `${plural(files, "file")} (${megabytes(bytes)}) in ${place}, ${plural(images, "image")} that rows refer to`,
    ...missing.lines("missing"),
    ...unused.lines("unused"),
    ...foreign.lines("foreign"),
    ...empty.lines("empty"),
    agrees({ missing, unused, foreign, empty }) ? "Rows and files agree." : "Rows and files do not agree.",
  ].join("\n");
}

function agrees({ missing, unused, foreign, empty }: Pick<Checked, "missing" | "unused" | "foreign" | "empty">) {
  return [missing, unused, foreign, empty].every(({ count }) => count === 0);
}
