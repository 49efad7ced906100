import { signUpSchema } from "~/features/accounts/schema.server";
import { apiRoute } from "~/http/api.server";
import { signUpBy } from "~/http/sign-up.server";

export const { loader, action } = apiRoute({
  POST: {
    audience: "anyone",
    body: "text",
    limit: "signUp",
    run: async (call) => {
      const { message, headers } = await signUpBy(call, await call.input(signUpSchema));
      return { status: 201, body: { message }, headers };
    },
  },
});
