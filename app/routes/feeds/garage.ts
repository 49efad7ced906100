import { garageFeed } from "~/features/feed/atom.server";
import { GARAGE_NOT_FOUND } from "~/features/garages/policy";
import { documentRoute } from "~/http/page/document.server";
import { requireId } from "~/lib/ids";
import { atomDocument } from "./atom.server";

/** `/garages/{id}/feed.xml`: newest vehicles and build log entries. */
export const { loader, action, cache } = documentRoute({ query: [] }, ({ params }, origin) =>
  atomDocument(garageFeed(requireId(params.garageId, GARAGE_NOT_FOUND), origin)),
);
