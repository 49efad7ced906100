import { deleteGarage } from "~/features/departure/delete-garage.server";
import { updateGarage } from "~/features/garages/commands.server";
import { getGarageJson } from "~/features/garages/json.server";
import { garagePatchSchema } from "~/features/garages/schema";
import { apiRoute } from "~/http/api.server";

export const { loader, action } = apiRoute({
  /** `{name, description, location, isPublicAddress, address, showOnMap}`; what is left out stays. */
  PATCH: {
    audience: "member",
    body: "text",
    limit: "edit",
    run: async ({ requireUser, input }) => {
      const viewer = await requireUser();
      const id = updateGarage(viewer, await input(garagePatchSchema));
      const garage = getGarageJson(id);
      return { body: { data: { doc: garage, garage } } };
    },
  },
  DELETE: {
    audience: "member",
    body: "text",
    limit: "leave",
    run: async ({ requireUser }) => {
      await deleteGarage(await requireUser());
      return { status: 204 };
    },
  },
});
