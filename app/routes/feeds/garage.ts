import { GARAGE_NOT_FOUND } from "~/features/garages/policy";
import { garageFeed } from "~/features/vehicles/feed.server";
import { documentRoute } from "~/http/document.server";
import { requireId } from "~/lib/ids";
import { atomDocument } from "./atom.server";

/** `/garages/{id}/feed.xml`: the newest vehicles of a garage. */
export const { loader, action } = documentRoute(({ params }, origin) =>
  atomDocument(garageFeed(requireId(params.garageId, GARAGE_NOT_FOUND), origin)),
);
