import { userJson } from "~/features/accounts/json.server";
import { userShape } from "~/features/accounts/json-shapes.server";
import { updateProfile } from "~/features/accounts/profile.server";
import { profilePatchSchema } from "~/features/accounts/schema.server";
import { apiRoute } from "~/http/api.server";
import { dataOf } from "~/http/api-answers.server";

export const { loader, action, calls } = apiRoute({
  PATCH: {
    audience: "member",
    summary: "Change one's profile; what is left out stays",
    body: "files",
    input: profilePatchSchema,
    files: ["avatar"],
    answer: dataOf({ doc: userShape, user: userShape }),
    limit: "edit",
    run: async ({ viewer, input, files }) => {
      await updateProfile(viewer, input, files.avatar ?? []);
      const user = userJson(viewer.id, viewer);
      return { body: { data: { doc: user, user } } };
    },
  },
});
