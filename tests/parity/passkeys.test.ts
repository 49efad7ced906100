import { test } from "vitest";
import { NO_PASSWORD } from "~/features/accounts/passwords.server";
import { sharedServer } from "../support/server";
import { expectSameRefusal } from "./same-refusal";

const server = await sharedServer();
const PAGE = "/settings/security";
const intent = "remove-passkey";

test.each([
  ["an old login", 403],
  ["the only way in", 409],
])("removing a passkey: %s", async (name, status) => {
  const { browser, id } = await server.signUp();
  const key = { credential_id: `key of ${id}`, public_key: "", name: "Phone" };
  const passkeyId = server.insert("passkeys", { user_id: id, ...key, created_at: Date.now() });
  if (name === "an old login") server.ageLogins({ id });
  else server.run("UPDATE users SET password_hash = ? WHERE id = ?", NO_PASSWORD, id);
  const call = ["DELETE", `/users/me/passkeys/${passkeyId}`, { password: "wrong one" }] as const;
  const fields = { intent, passkeyId: String(passkeyId), password: "wrong one" };
  await expectSameRefusal(browser, [PAGE, fields], [...call], { status, fieldPrefix: `${intent}-${passkeyId}` });
});
