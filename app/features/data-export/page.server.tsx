import { renderToStaticMarkup } from "react-dom/server";
import { ArchivePage } from "./components/archive-page";
import type { ExportData } from "./data.server";

/**
 * The archive's first page: everything that `data.json` holds, for reading. Opens from the disk; pictures are beside it.
 * @param madeAt when, ms
 */
export function renderIndex(data: ExportData, madeAt: number): string {
  return `<!doctype html>\n${renderToStaticMarkup(<ArchivePage data={data} madeAt={madeAt} />)}\n`;
}
