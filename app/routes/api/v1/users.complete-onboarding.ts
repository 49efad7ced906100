import { userJson } from "~/features/accounts/json.server";
import { userShape } from "~/features/accounts/json-shapes.server";
import { openGarage } from "~/features/garages/commands.server";
import { onboardingSchema } from "~/features/garages/schema.server";
import { chosenPhotos } from "~/features/photos/uploads.server";
import { apiRoute } from "~/http/api.server";
import { dataOf } from "~/http/api-answers.server";

export const { loader, action, calls } = apiRoute({
  POST: {
    audience: "member",
    summary: "Open one's garage",
    body: "files",
    input: onboardingSchema,
    files: ["avatar"],
    answer: dataOf({ user: userShape }),
    status: 201,
    limit: "edit",
    run: async ({ viewer, input, files }) => {
      await openGarage(viewer, input, chosenPhotos(viewer, input.uploads, files.avatar, "avatar"));
      return { body: { data: { user: userJson(viewer.id, viewer) } } };
    },
  },
});
