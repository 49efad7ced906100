import { userJson } from "~/features/accounts/json.server";
import { updateProfile } from "~/features/accounts/profile.server";
import { profilePatchSchema } from "~/features/accounts/schema.server";
import { apiRoute } from "~/http/api.server";

/** `PATCH /users/updateMe` (multipart or JSON: name, bio, location, avatar); what is left out stays. */
export const { loader, action } = apiRoute({
  PATCH: {
    audience: "member",
    body: "files",
    limit: "edit",
    run: async (call) => {
      const viewer = await call.requireUser();
      const { input, files } = await call.upload(profilePatchSchema);
      const avatars = files.avatar ?? [];
      await updateProfile(viewer, input, avatars);
      const user = userJson(viewer.id, viewer);
      return { body: { data: { doc: user, user } } };
    },
  },
});
