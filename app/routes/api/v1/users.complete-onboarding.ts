import { userJson } from "~/features/accounts/json.server";
import { openGarage } from "~/features/garages/commands.server";
import { onboardingSchema } from "~/features/garages/schema";
import { apiRoute } from "~/http/api.server";
import { clientKey, countTry } from "~/http/rate-limit.server";

/** `POST /users/complete-onboarding` (multipart or JSON: garageName, location, isPublicAddress, address, about, avatar). */
export const { loader, action } = apiRoute({
  POST: async (call) => {
    const viewer = await call.requireUser();
    const { input, files } = await call.upload(onboardingSchema);
    const avatars = files.avatar ?? [];
    if (avatars.length > 0) await countTry("upload", clientKey(call.clientAddress), `user:${viewer.id}`);
    await openGarage(viewer, input, avatars);
    return { status: 201, body: { data: { user: userJson(viewer.id, viewer) } } };
  },
});
