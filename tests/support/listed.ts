/** Texts separated by bars or line ends. */
export const listed = (texts: string): string[] => texts.trim().split(/\s*[|\n]\s*/);
