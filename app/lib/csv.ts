/** Spreadsheets run a cell that begins with one of these as a formula. */
const FORMULA = /^[=+\-@\t\r]/;

export const csvLine = (cells: readonly (string | number | null)[]): string =>
  `${cells
    .map((cell) => String(cell ?? "").replace(FORMULA, "'$&"))
    .map((text) => `"${text.replaceAll('"', '""')}"`)
    .join(",")}\r\n`;
