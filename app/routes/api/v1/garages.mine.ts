import { updateGarage } from "~/features/garages/commands.server";
import { getGarageJson } from "~/features/garages/json.server";
import { garagePatchSchema } from "~/features/garages/schema";
import { apiRoute } from "~/http/api.server";

/** `PATCH /garages/my-garage {name, description, location, isPublicAddress, address, showOnMap}`; what is left out stays. */
export const { loader, action } = apiRoute({
  PATCH: async ({ requireUser, input }) => {
    const viewer = await requireUser();
    const id = updateGarage(viewer, await input(garagePatchSchema));
    return { body: { data: { garage: getGarageJson(id) } } };
  },
});
