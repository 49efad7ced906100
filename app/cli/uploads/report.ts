import { formatCount, megabytes, plural } from "~/lib/text";
import { SECOND } from "~/lib/time";
import type { Checked } from "./check";
import type { Moved, Progress } from "./move";

/** How often it says how far it has come, ms: to a log, and to somebody who watches. */
const TO_LOG = 5 * SECOND;
const TO_TERMINAL = SECOND;

/** Says every few seconds how far a move has come. @returns what ends it */
export function showProgress(progress: Progress, out: NodeJS.WriteStream): () => void {
  const began = performance.now();
  const line = () => {
    const { round, compared, copied, bytes } = progress;
    const rate = copied / ((performance.now() - began) / SECOND);
    const counts = `${plural(compared, "file")} compared, ${formatCount(copied)} copied (${megabytes(bytes)})`;
    return `  round ${round}: ${counts}, ${formatCount(Math.round(rate))} files/s`;
  };
  const show = () => out.write(out.isTTY ? `\r\x1b[K${line()}` : `${line()}\n`);
  const timer = setInterval(show, out.isTTY ? TO_TERMINAL : TO_LOG);
  return () => {
    clearInterval(timer);
    if (out.isTTY) out.write("\r\x1b[K");
  };
}

/** What a move has done, for people and scripts. @param where the store is that has the files now */
export function describeMove(moved: Moved, where: string): string {
  const { round, compared, copied, bytes, same, failed, unused, foreign } = moved;
  const left = [...lines("unused", unused), ...lines("foreign", foreign)];
  return [
    `Compared ${plural(compared, "file")} in ${plural(round, "round")}, copied ${formatCount(copied)} (${megabytes(bytes)}) and checked each.`,
    ...lines("failed", failed),
    ...(left.length > 0 ? ["Not taken along, as no row names them:", ...left] : []),
    ...(failed.count === 0 ? [`${plural(same, "file")} that rows need ${same === 1 ? "is" : "are"} in ${where}.`] : []),
  ].join("\n");
}

function lines(word: string, findings: Moved["failed"]): string[] {
  return findings.count === 0 ? [] : findings.lines(word);
}

/** What is to be done after a move. @param target,source as UPLOADS_URL takes them */
export function whatNext(target: string, source: string): string {
  return [
    "Next:",
    `  1. Set UPLOADS_URL='${target}' and restart the site.`,
    "  2. Take along what came in between, with the old place as the source:",
    `     UPLOADS_URL='${source}' npm run uploads -- move '${target}'`,
    "  3. npm run uploads -- check",
    "Nothing was removed from the old place.",
  ].join("\n");
}

/** What a check has found; one line each. @param where the store */
export function describeCheck(
  { files, bytes, images, missing, unused, foreign, empty }: Checked,
  where: string,
): string {
  return [
    `${plural(files, "file")} (${megabytes(bytes)}) in ${where}, ${plural(images, "image")} that rows name`,
    ...missing.lines("missing"),
    ...unused.lines("unused"),
    ...foreign.lines("foreign"),
    ...empty.lines("empty"),
    agrees({ missing, unused, foreign, empty }) ? "Rows and files agree." : "Rows and files do not agree.",
  ].join("\n");
}

/** Whether nothing was found. */
export function agrees({ missing, unused, foreign, empty }: Pick<Checked, "missing" | "unused" | "foreign" | "empty">) {
  return [missing, unused, foreign, empty].every(({ count }) => count === 0);
}
