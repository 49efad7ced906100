import { call, everyone, HOME, members, page, type Row } from "./row";

const PAGE = "/settings/security";

export const PASSKEYS: Row[] = [
  page("GET /login/passkey", everyone("/login")),
  page("POST /login/passkey", everyone(200), { writes: false }),
  page("POST /login/passkey", everyone(400), { send: { response: "{}" } }),
  call("GET /users/me/passkeys", members(200, 401)),
  call("DELETE /users/me/passkeys/:passkeyId", [401, 404, 204, 404, 404]),
  page(`POST ${PAGE}`, members(200), { send: { intent: "add-passkey" }, writes: false }),
  page(`POST ${PAGE}`, [HOME, 404, PAGE, 404, 404], {
    send: (world) => ({ intent: "rename-passkey", passkeyId: world.passkeyId, name: "Old phone" }),
  }),
  page(`POST ${PAGE}`, [HOME, 404, PAGE, 404, 404], {
    send: (world) => ({ intent: "remove-passkey", passkeyId: world.passkeyId }),
  }),
];
