import { deletePhoto, updatePhoto } from "~/features/photos/commands.server";
import { photoDetailJson } from "~/features/photos/json.server";
import { PHOTO_NOT_FOUND } from "~/features/photos/policy";
import { photoChange } from "~/features/photos/schema.server";
import { type ApiCall, apiRoute } from "~/http/api.server";
import { requireId } from "~/lib/ids";

const idOf = ({ params }: ApiCall) => requireId(params.photoId, PHOTO_NOT_FOUND);

export const { loader, action } = apiRoute({
  PATCH: {
    audience: "member",
    body: "text",
    limit: "edit",
    run: async (call) => {
      const viewer = await call.requireUser();
      const id = idOf(call);
      updatePhoto(viewer, id, await call.input(photoChange));
      return { body: { data: { doc: photoDetailJson(id) } } };
    },
  },
  DELETE: {
    audience: "member",
    body: "none",
    limit: "edit",
    run: async (call) => {
      await deletePhoto(await call.requireUser(), idOf(call));
      return { status: 204 };
    },
  },
});
