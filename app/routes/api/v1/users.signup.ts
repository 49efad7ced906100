import { signUpSchema } from "~/features/accounts/schema";
import { signUp } from "~/features/accounts/sign-up.server";
import { apiRoute } from "~/http/api.server";

export const { loader, action } = apiRoute({
  POST: {
    audience: "anyone",
    body: "text",
    limit: "signUp",
    run: async ({ input }) => {
      const person = await input(signUpSchema);
      return { status: 201, body: { message: await signUp(person) } };
    },
  },
});
