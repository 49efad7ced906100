import { deleteGarage } from "~/features/account-deletion/delete-garage.server";
import { againSchema } from "~/features/accounts/second-step-schema.server";
import { updateGarage } from "~/features/garages/commands.server";
import { getGarageJson } from "~/features/garages/json.server";
import { garageShape } from "~/features/garages/json-shapes.server";
import { garagePatchSchema } from "~/features/garages/schema.server";
import { apiRoute } from "~/http/api.server";
import { dataOf } from "~/http/api-answers.server";
import { askPasswordAgain } from "~/http/fresh-login.server";

export const { loader, action, calls } = apiRoute({
  PATCH: {
    audience: "member",
    summary: "Change one's garage; what is left out stays",
    body: "text",
    input: garagePatchSchema,
    answer: dataOf({ doc: garageShape, garage: garageShape }),
    limit: "edit",
    run: ({ viewer, input }) => {
      const garage = getGarageJson(updateGarage(viewer, input));
      return { body: { data: { doc: garage, garage } } };
    },
  },
  DELETE: {
    audience: "member",
    summary: "Delete one's garage, with the password where the login is older than 15 minutes",
    body: "text",
    input: againSchema,
    answer: "nothing",
    limit: "leave",
    run: async (call) => {
      await askPasswordAgain(call, call.input.password);
      await deleteGarage(call.viewer);
      return {};
    },
  },
});
