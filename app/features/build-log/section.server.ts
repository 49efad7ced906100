import { groupBy } from "~/lib/rows";
import { cutAtWord } from "~/lib/text";
import { getBuildSection } from "./section-queries.server";

/** Characters of a text in place of a picture. */
const LINES = 140;

/** What a vehicle's page shows of its build log: a page of few bytes, so that nothing is in it that is not drawn. */
export function getSectionView(vehicleId: number) {
  const { count, latest, modifications } = getBuildSection(vehicleId);
  return {
    count,
    latest: latest.map(({ id, kind, title, excerpt, date, photo }) =>
      photo === null ? { id, kind, title, date, text: cutAtWord(excerpt, LINES) } : { id, kind, title, date, photo },
    ),
    modifications: [...groupBy(modifications, ({ area }) => area)].map(
      ([area, those]) =>
        [area, those.map(({ id, title, status }) => (status === "Done" ? [id, title] : [id, title, status]))] as const,
    ),
  };
}

export type SectionView = ReturnType<typeof getSectionView>;
