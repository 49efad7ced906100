import { z } from "zod";
import { photoDetailJson, photoDetailShape, photosJson } from "~/features/photos/json.server";
import { PHOTO_NOT_FOUND } from "~/features/photos/policy";
import { photoChange, uploadTarget } from "~/features/photos/schema.server";
import { resolveFormPhotos } from "~/features/photos/uploads.server";
import { addPhotos, deletePhoto, updatePhoto } from "~/features/vehicles/gallery.server";
import { VEHICLE_NOT_FOUND } from "~/features/vehicles/policy";
import { rotatePhoto } from "~/features/vehicles/rotate-photo.server";
import { apiResource, write } from "~/http/api/resource.server";
import { dataShape } from "~/http/api/responses.server";
import { consumeLimit } from "~/http/call.server";
import { requireId } from "~/lib/ids";

const rules = { about: "Photos of vehicles", notFoundMessage: PHOTO_NOT_FOUND };

export const { loader, action, calls } = apiResource("/api/v1/photos", rules, {
  "POST /upload": write({
    name: "uploadPhotos",
    refusals: [404, 409],
    audience: "member",
    summary: "Add photos to a vehicle",
    input: uploadTarget,
    files: ["photos"],
    response: dataShape({ data: z.array(photoDetailShape) }),
    status: 201,
    limit: "edit",
    run: async ({ viewer, input, files }) => {
      const vehicleId = requireId(input.vehicleId, VEHICLE_NOT_FOUND);
      const ids = await addPhotos(viewer, vehicleId, resolveFormPhotos(viewer, input.uploads, files.photos));
      return { body: { data: { data: photosJson(ids) } } };
    },
  }),
  "PATCH /:photoId": write({
    name: "updatePhoto",
    refusals: [409, 507],
    isPartial: true,
    audience: "member",
    summary: "Change a photo’s caption and position, or turn it",
    input: photoChange,
    response: dataShape({ doc: photoDetailShape }),
    limit: "edit",
    run: async ({ viewer, id, input: { turn, ...change }, request, context }) => {
      if (turn === undefined) updatePhoto(viewer, id, change);
      else {
        await consumeLimit({ request, context }, "turn");
        await rotatePhoto(viewer, id, turn, change);
      }
      return { body: { data: { doc: photoDetailJson(id) } } };
    },
  }),
  "DELETE /:photoId": write({
    name: "deletePhoto",
    audience: "member",
    summary: "Delete a photo",
    response: "nothing",
    limit: "edit",
    run: ({ viewer, id }) => deletePhoto(viewer, id),
  }),
});
