import { signUpSchema } from "~/features/accounts/schema.server";
import { apiRoute } from "~/http/api.server";
import { messageOnly } from "~/http/api-answers.server";
import { signUpBy } from "~/http/sign-up.server";

export const { loader, action, calls } = apiRoute({
  POST: {
    audience: "anyone",
    summary: "Sign up; a mail with a link follows",
    body: "text",
    input: signUpSchema,
    answer: messageOnly(),
    status: 201,
    limit: "signUp",
    run: async (call) => {
      const { message, headers } = await signUpBy(call, call.input);
      return { body: { message }, headers };
    },
  },
});
