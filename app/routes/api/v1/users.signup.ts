import { signUpSchema } from "~/features/accounts/schema";
import { signUp } from "~/features/accounts/sign-up.server";
import { countSignUp } from "~/http/account-limits.server";
import { apiRoute } from "~/http/api.server";

export const { loader, action } = apiRoute({
  POST: async ({ input, clientAddress }) => {
    const person = await input(signUpSchema);
    await countSignUp(clientAddress);
    return { status: 201, body: { message: await signUp(person) } };
  },
});
