import type { Document } from "~/http/document.server";
import { ATOM_TYPE, type AtomFeed, feedUpdatedAt, writeAtom } from "~/lib/atom";

/** A feed as it is sent. */
export function atomDocument(feed: AtomFeed): Document {
  return { body: writeAtom(feed), contentType: `${ATOM_TYPE}; charset=utf-8`, modifiedAt: feedUpdatedAt(feed) };
}
