import { latestVehiclesFeed } from "~/features/vehicles/feed.server";
import { documentRoute } from "~/http/document.server";
import { atomDocument } from "./atom.server";

/** `/feed.xml`: the newest vehicles of the site. */
export const { loader, action } = documentRoute((_, origin) => atomDocument(latestVehiclesFeed(origin)));
