/** Texts separated by bars or line ends. */
export const splitList = (texts: string): string[] => texts.trim().split(/\s*[|\n]\s*/);
