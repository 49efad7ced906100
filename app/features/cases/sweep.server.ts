import { and, eq, inArray, isNull, lt, or, sql } from "drizzle-orm";
import { db, transaction } from "~/db/client.server";
import { caseNotes, casePictures, cases, reports } from "~/db/schema";
import { IMAGE_KINDS } from "~/lib/images";
import { now } from "~/lib/time";
import { removeImages } from "~/services/images/files.server";
import { unreferencedImages } from "~/services/images/references.server";
import { sixMonthsBefore } from "./policy";

/** The owner of a hidden item reads these facts as the reason, so they stay. */
const factsOfHidden = sql`iif(${cases.measure} = 'hide' AND ${cases.outcome} IS NOT 'overturned'
  AND ${cases.personId} IS NOT NULL, ${cases.facts}, '')`;

/** Per transaction. */
const BATCH = 200;

/**
 * Closes cases whose period for objections is over, or whose subject was deleted. Deletes evidence, names, addresses
 * and texts six months after closing. Measure, time and rule stay, for the site's figures.
 */
export async function sweepCases(): Promise<void> {
  const time = now();
  const longAgo = sixMonthsBefore(time);
  const personIsGone = and(inArray(cases.state, ["decided", "appealed"]), isNull(cases.personId));
  const isFinal = or(lt(cases.decidedAt, longAgo), eq(cases.measure, "none"));
  db()
    .update(cases)
    .set({ state: "closed", closedAt: sql`iif(${cases.measure} = 'none', ${cases.decidedAt}, ${time})` })
    .where(or(personIsGone, and(eq(cases.state, "decided"), isFinal)))
    .run();
  const unused = transaction(() => {
    const old = and(
      lt(cases.closedAt, longAgo),
      or(sql`${cases.snapshot} <> '{}'`, sql`${cases.facts} <> ${factsOfHidden}`),
    );
    const rows = db().select({ id: cases.id, avatar: cases.avatar }).from(cases).where(old).limit(BATCH).all();
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return { photos: [], users: [] };
    const pictures = db().select().from(casePictures).where(inArray(casePictures.caseId, ids)).all();
    db().delete(casePictures).where(inArray(casePictures.caseId, ids)).run();
    db().delete(caseNotes).where(inArray(caseNotes.caseId, ids)).run();
    db()
      .update(reports)
      .set({ reporterId: null, name: "", email: "", text: "", law: "" })
      .where(inArray(reports.caseId, ids))
      .run();
    const words = { facts: factsOfHidden, objection: sql`iif(${cases.objection} IS NULL, NULL, '')`, outcomeFacts: "" };
    const rest = { snapshot: {}, avatar: null, personName: "", key: null };
    db()
      .update(cases)
      .set({ ...words, ...rest })
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
