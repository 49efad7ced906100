/** Short texts of a table, written with bars or line ends between them. */
export const listed = (texts: string): string[] => texts.trim().split(/\s*[|\n]\s*/);
