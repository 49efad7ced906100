import { startObjectStore } from "../support/object-store";
import type { Options } from "./options";
import { median, note, type Report, round } from "./report";
import { logIn, type Site, SMALL, sampleDatabase, startSite } from "./site";
import { type Send, uploader } from "./uploads";

/** P7: what the same photographs cost a site whose pictures are in an object store on the same machine. */
export async function compareWithObjectStore(
  report: Report,
  { seconds, quick }: Options,
  originals: string[],
  toFolder: Send,
): Promise<void> {
  const store = await startObjectStore();
  let site: Site | undefined;
  try {
    const env = { UPLOADS_URL: store.url("bench"), ...store.env };
    site = await startSite(await sampleDatabase(SMALL), { env });
    const toStore = await uploader(site, await logIn(site, 1), originals);
    const rounds: { folder: number; store: number }[] = [];
    await toStore();
    const start = performance.now();
    do {
      rounds.push({ folder: await toFolder(), store: await toStore() });
      const { folder, store: stored } = rounds.at(-1)!;
      note(`  into the folder ${Math.round(folder)} ms, into the object store ${Math.round(stored)} ms`);
    } while (rounds.length < (quick ? 2 : 3) || performance.now() - start < seconds * 4000);
    const ratio = round(median(rounds.map((of) => of.store / of.folder)));
    report.add({
      id: "P7 store",
      what: `the same upload into an object store: times what it takes into the folder`,
      comparedWith: "in turns; the store (s3rver) runs on the same machine and takes its part of the processors",
      figure: String(ratio),
      worst: ratio,
      details: rounds,
    });
  } finally {
    await site?.stop();
    await store.stop();
  }
}
