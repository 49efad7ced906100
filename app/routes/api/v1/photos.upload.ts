import { z } from "zod";
import { addPhotos } from "~/features/photos/commands.server";
import { photosJson } from "~/features/photos/json.server";
import { photoDetailShape } from "~/features/photos/json-shapes.server";
import { uploadTarget } from "~/features/photos/schema.server";
import { chosenPhotos } from "~/features/photos/uploads.server";
import { VEHICLE_NOT_FOUND } from "~/features/vehicles/policy";
import { apiRoute } from "~/http/api.server";
import { dataOf } from "~/http/api-answers.server";
import { requireId } from "~/lib/ids";

export const { loader, action, calls } = apiRoute({
  POST: {
    audience: "member",
    summary: "Add photos to a vehicle",
    body: "files",
    input: uploadTarget,
    files: ["photos"],
    answer: dataOf({ data: z.array(photoDetailShape) }),
    status: 201,
    limit: "edit",
    run: async ({ viewer, input, files }) => {
      const vehicleId = requireId(input.vehicleId, VEHICLE_NOT_FOUND);
      const ids = await addPhotos(viewer, vehicleId, chosenPhotos(viewer, input.uploads, files.photos));
      return { body: { data: { data: photosJson(ids) } } };
    },
  },
});
