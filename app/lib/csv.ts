/** Spreadsheets run a cell that begins with one of these as a formula; some separate cells by semicolons. */
const FORMULA = /(^|[;\n])(?=[=+\-@\t\r＝＋－＠])/g;

export const csvLine = (cells: readonly (string | number | null)[]): string =>
  `${cells
    .map((cell) => String(cell ?? "").replace(FORMULA, "$1'"))
    .map((text) => `"${text.replaceAll('"', '""')}"`)
    .join(",")}\r\n`;
