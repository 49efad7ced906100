import { groupBy } from "~/lib/rows";
import { getBuildSection } from "./section-queries.server";

/** Characters of a text in place of a picture. */
const LINES = 140;

/** The first lines, cut at a word. */
function firstLines(text: string): string {
  return text.length > LINES ? `${text.slice(0, LINES).replace(/\s+\S*$/, "")} …` : text;
}

/** What a vehicle's page shows of its build log: a page of few bytes, so that nothing is in it that is not drawn. */
export function getSectionView(vehicleId: number) {
  const { count, latest, modifications } = getBuildSection(vehicleId);
  return {
    count,
    latest: latest.map(({ id, kind, title, excerpt, date, photo }) =>
      photo === null ? { id, kind, title, date, text: firstLines(excerpt) } : { id, kind, title, date, photo },
    ),
    modifications: [...groupBy(modifications, ({ area }) => area)].map(
      ([area, those]) =>
        [area, those.map(({ id, title, status }) => (status === "Done" ? [id, title] : [id, title, status]))] as const,
    ),
  };
}

export type SectionView = ReturnType<typeof getSectionView>;
