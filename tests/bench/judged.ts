export const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;

/** What Lighthouse said of a page; times in ms. */
export interface Judged {
  scores: Record<(typeof CATEGORIES)[number], number>;
  shift: number;
  blocking: number;
  largest: number;
  first: number;
  /** Titles of the audits that were not passed, of all categories but performance. */
  failed: string[];
}
