import type { TextDocument } from "~/http/page/document.server";
import { type AtomFeed, feedUpdatedAt, writeAtom } from "~/lib/atom";
import { ATOM_TYPE } from "~/lib/media-types";

export function atomDocument(feed: AtomFeed): TextDocument {
  return { body: writeAtom(feed), contentType: `${ATOM_TYPE}; charset=utf-8`, modifiedAt: feedUpdatedAt(feed) };
}
