import { renderToStaticMarkup } from "react-dom/server";
import { ArchivePage, sectionsOf } from "./components/archive-page";
import type { ExportData } from "./data.server";

/** A section's place in the page. What people write cannot look like it: it is escaped. */
const PLACE = /<template id="place-([a-z]+)"><\/template>/;

/**
 * The archive's first page, piece by piece: everything that `data.json` holds, for reading. Opens from the disk; pictures
 * are beside it.
 * @param madeAt when, ms
 */
export async function* renderIndex(data: ExportData, madeAt: number): AsyncGenerator<string> {
  const sections = sectionsOf(data);
  const markup = renderToStaticMarkup(<ArchivePage account={data.account} sections={sections} madeAt={madeAt} />);
  yield "<!doctype html>\n";
  for (const [at, part] of markup.split(PLACE).entries()) {
    // Between two pieces of the page stands the name of the section that belongs there.
    const section = at % 2 === 1 ? sections.find(({ id }) => id === part) : undefined;
    if (!section) yield part;
    else for await (const slice of section.slices()) yield renderToStaticMarkup(slice);
  }
  yield "\n";
}
