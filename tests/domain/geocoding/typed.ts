/**
 * A text and what is to become of it: a place's label, "several" or "nothing". Where the rules leave it open, one of
 * a few, none of them a wrong town.
 */
export type Typed = [text: string, expected: string | string[]];
