import { deleteGarage } from "~/features/account-deletion/delete-garage.server";
import { againSchema } from "~/features/accounts/second-step-schema.server";
import { updateGarage } from "~/features/garages/commands.server";
import { getGarageJson } from "~/features/garages/json.server";
import { garagePatchSchema } from "~/features/garages/schema.server";
import { apiRoute } from "~/http/api.server";
import { askPasswordAgain } from "~/http/fresh-login.server";

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
  /** With `{password}` where the login is older than 15 minutes. */
  DELETE: {
    audience: "member",
    body: "text",
    limit: "leave",
    run: async (call) => {
      const viewer = await call.requireUser();
      await askPasswordAgain(call, (await call.input(againSchema)).password);
      await deleteGarage(viewer);
      return { status: 204 };
    },
  },
});
