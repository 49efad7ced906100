import { browseVehiclesJson } from "~/features/browse/json.server";
import { browseQuery } from "~/features/browse/schema.server";
import { chosenPhotos } from "~/features/photos/uploads.server";
import { addVehicle } from "~/features/vehicles/commands.server";
import { vehicleJson } from "~/features/vehicles/json.server";
import { vehicleShape } from "~/features/vehicles/json-shapes.server";
import { newVehicle } from "~/features/vehicles/schema.server";
import { apiRoute } from "~/http/api.server";
import { dataOf, listAnswer, listOf } from "~/http/api-answers.server";

export const { loader, action, calls } = apiRoute({
  GET: {
    audience: "anyone",
    summary: "Vehicles by make, model, years, condition and words, sorted; words are literal, no case counts",
    query: browseQuery,
    perPage: 20,
    answer: listOf(vehicleShape),
    limit: { asked: { q: "search", condition: "search" } },
    cached: true,
    run: ({ query, page }) => listAnswer(browseVehiclesJson(query, page)),
  },
  POST: {
    audience: "member",
    summary: "Add a vehicle",
    body: "files",
    input: newVehicle,
    files: ["photos"],
    answer: dataOf({ doc: vehicleShape }),
    status: 201,
    limit: "edit",
    run: async ({ viewer, input: { uploads, ...input }, files }) => {
      const id = await addVehicle(viewer, input, chosenPhotos(viewer, uploads, files.photos));
      return { body: { data: { doc: vehicleJson(id) } } };
    },
  },
});
