import { invalidField } from "./errors";

export interface PageParams {
  /** From 1. */
  page: number;
  /** 1 to 100. */
  limit: number;
}

export interface Paged<T> extends PageParams {
  rows: T[];
  total: number;
}

export const MAX_LIMIT = 100;
/** Each skipped row costs an index step; crawlers have the sitemap. */
const MAX_OFFSET = 1_000_000;

/**
 * Reads `page` and `limit` (API README, Answers).
 * @throws DomainError invalid
 */
export function parsePage(params: URLSearchParams, defaultLimit = 20, maxLimit = MAX_LIMIT): PageParams {
  const page = wholeNumber(params.get("page"), 1, MAX_OFFSET, "page");
  const limit = wholeNumber(params.get("limit"), defaultLimit, maxLimit, "limit");
  return { page, limit };
}

function wholeNumber(text: string | null, fallback: number, max: number, name: string): number {
  if (text === null || text === "") return fallback;
  const value = /^\d{1,7}$/.test(text) ? Number(text) : 0;
  if (value < 1 || value > max) throw invalidField(name, `${name} must be a whole number from 1 to ${max}.`);
  return value;
}

export function toOffset({ page, limit }: PageParams): number {
  return Math.min((page - 1) * limit, MAX_OFFSET);
}

export interface Part {
  limit: number;
  offset: number;
}

/** -1 is SQLite's "no limit". */
export const ALL: Part = { limit: -1, offset: 0 };

interface PartedList<Row> {
  total: number;
  read(part: Part): Row[];
}

export const toPartedList = <Row>(rows: readonly Row[]): PartedList<Row> => ({
  total: rows.length,
  read: ({ limit, offset }) => rows.slice(offset, offset + limit),
});

/** Of two concatenated lists. Rows outside the page are not read. */
export function pageOfBoth<Row>(page: PageParams, first: PartedList<Row>, second: PartedList<Row>): Paged<Row> {
  const offset = toOffset(page);
  const ofFirst = Math.max(0, Math.min(page.limit, first.total - offset));
  const start = Math.max(0, offset - first.total);
  const ofSecond = Math.max(0, Math.min(page.limit - ofFirst, second.total - start));
  const rows = [
    ...(ofFirst > 0 ? first.read({ limit: ofFirst, offset }) : []),
    ...(ofSecond > 0 ? second.read({ limit: ofSecond, offset: start }) : []),
  ];
  return { rows, total: first.total + second.total, ...page };
}

export function pageCount({ total, limit }: { total: number; limit: number }): number {
  return Math.max(1, Math.ceil(total / limit));
}
