import { pageCount } from "~/lib/paging";

// A thread is a comment and the answers to it. Pages of a conversation are cut every `limit` comments; where the cut goes
// through a thread and few of its answers are left, they stay with their comment on the page before.

/** How many answers at most a page takes beyond its end. */
export const overhangOf = (limit: number) => Math.floor(limit / 2);

interface Threaded {
  /** The id of the thread's first comment, whether that is still there or not. */
  threadId: string | number;
}

/** How many of the rows from `border` on stay on the page before, where `threadId` was the last thread. */
function overhangAt(
  rows: readonly Threaded[],
  border: number,
  threadId: Threaded["threadId"] | undefined,
  max: number,
) {
  if (threadId === undefined) return 0;
  let run = 0;
  while (rows[border + run]?.threadId === threadId) run++;
  return run <= max ? run : 0;
}

/**
 * One page of comments in the order of their threads.
 * @param before the comment before the page; undefined on the first page
 * @param rows the comments from the page's beginning on: `limit` of them, and `overhangOf(limit) + 1` more
 * @returns the page's comments, and whether the first of them go on with a thread of the page before
 */
export function cutPage<Row extends Threaded>(before: Row | undefined, rows: readonly Row[], limit: number) {
  const most = overhangOf(limit);
  const from = overhangAt(rows, 0, before?.threadId, most);
  const to = limit + overhangAt(rows, limit, rows[limit - 1]?.threadId, most);
  const page = rows.slice(from, to);
  return { rows: page, continues: page.length > 0 && page[0]?.threadId === before?.threadId };
}

interface PlaceInThreads {
  /** Of the comment, from 0, in the order of the threads. */
  index: number;
  /** Of the first comment of its thread, and of what comes after its last. */
  start: number;
  end: number;
}

/** The page on which a comment stands, from 1. */
export function pageOf({ index, start, end }: PlaceInThreads, limit: number): number {
  const border = index - (index % limit);
  const stays = start < border && end - border <= overhangOf(limit);
  return border / limit + (stays ? 0 : 1);
}

/**
 * The number of pages.
 * @param through whether one thread goes on from the last page but one to the end of all comments
 */
export function lastPageOf(total: number, limit: number, through: boolean): number {
  const pages = pageCount({ total, limit });
  const left = total - (pages - 1) * limit;
  return pages > 1 && through && left <= overhangOf(limit) ? pages - 1 : pages;
}

/** A comment with its answers; `first` is missing where it is deleted or hidden. */
export interface Thread<Row> {
  id: string;
  first: Row | undefined;
  answers: Row[];
}

/** Comments in the order of their threads, thread by thread. */
export function threadsOf<Row extends { id: string; threadId: string }>(rows: readonly Row[]): Thread<Row>[] {
  const threads: Thread<Row>[] = [];
  for (const row of rows) {
    let thread = threads.at(-1);
    if (thread?.id !== row.threadId) {
      thread = { id: row.threadId, first: undefined, answers: [] };
      threads.push(thread);
    }
    if (row.id === row.threadId) thread.first = row;
    else thread.answers.push(row);
  }
  return threads;
}
