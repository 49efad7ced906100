import { and, eq, inArray, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import { db, transaction } from "~/db/client.server";
import { caseNotes, casePictures, cases, reports } from "~/db/schema";
import { IMAGE_KINDS } from "~/lib/images";
import { now } from "~/lib/time";
import { removeImages } from "~/services/images/files.server";
import { unreferencedImages } from "~/services/images/references.server";
import { sixMonthsBefore } from "./policy";

/** So many cases lose their evidence at once. */
const BATCH = 200;

/**
 * Closes cases that nobody can object to any more, also where whoever has objected is gone, and takes the evidence, the
 * names and the addresses out of those that have been closed for half a year. What was decided stays, for the site's
 * figures.
 */
export async function sweepCases(): Promise<void> {
  const time = now();
  const longAgo = sixMonthsBefore(time);
  const personIsGone = and(inArray(cases.state, ["decided", "appealed"]), isNull(cases.personId));
  const nobodyObjects = or(lt(cases.decidedAt, longAgo), eq(cases.measure, "none"));
  db()
    .update(cases)
    .set({ state: "closed", closedAt: sql`iif(${cases.measure} = 'none', ${cases.decidedAt}, ${time})` })
    .where(or(personIsGone, and(eq(cases.state, "decided"), nobodyObjects)))
    .run();
  const unused = transaction(() => {
    const old = and(lt(cases.closedAt, longAgo), sql`${cases.snapshot} <> '{}'`, isNotNull(cases.closedAt));
    const rows = db().select({ id: cases.id, avatar: cases.avatar }).from(cases).where(old).limit(BATCH).all();
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return { photos: [], users: [] };
    const pictures = db().select().from(casePictures).where(inArray(casePictures.caseId, ids)).all();
    db().delete(casePictures).where(inArray(casePictures.caseId, ids)).run();
    db().delete(caseNotes).where(inArray(caseNotes.caseId, ids)).run();
    db().update(reports).set({ name: "", email: "", text: "", law: "" }).where(inArray(reports.caseId, ids)).run();
    db()
      .update(cases)
      .set({ snapshot: {}, avatar: null, personName: "", key: null })
      .where(inArray(cases.id, ids))
      .run();
    return {
      photos: unreferencedImages(
        "photos",
        pictures.map(({ image }) => image),
      ),
      users: unreferencedImages(
        "users",
        rows.flatMap(({ avatar }) => avatar ?? []),
      ),
    };
  });
  for (const kind of IMAGE_KINDS) await removeImages(kind, unused[kind]);
}
