import { userJson } from "~/features/accounts/json.server";
import { openGarage } from "~/features/garages/commands.server";
import { onboardingSchema } from "~/features/garages/schema.server";
import { apiRoute } from "~/http/api.server";

/** `POST /users/complete-onboarding` (multipart or JSON: garageName, location, isPublicAddress, address, about, avatar). */
export const { loader, action } = apiRoute({
  POST: {
    audience: "member",
    body: "files",
    limit: "edit",
    run: async (call) => {
      const viewer = await call.requireUser();
      const { input, files } = await call.upload(onboardingSchema);
      const avatars = files.avatar ?? [];
      await openGarage(viewer, input, avatars);
      return { status: 201, body: { data: { user: userJson(viewer.id, viewer) } } };
    },
  },
});
