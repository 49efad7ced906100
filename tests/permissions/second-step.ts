import { call, everyone, members, page, type Row } from "./row";

/** Rows that send a code come first, before it expires. */
export const SECOND_STEP: Row[] = [
  call("PATCH /users/me/second-step", members(200, 401), { send: (world) => ({ code: world.secondStepCode }) }),
  page("POST /settings/security", members(200), {
    send: (world) => ({ intent: "confirm", code: world.secondStepCode }),
  }),
  call("PATCH /users/me/second-step", members(409, 401), { send: { code: "000000" } }),
  call("GET /users/me/second-step", members(200, 401)),
  call("POST /users/me/second-step", members(201, 401)),
  call("DELETE /users/me/second-step", members(204, 401), { writes: false }),
  page("GET /settings/security", members(200)),
  page("POST /settings/security", members("/settings/security"), { send: { intent: "start" } }),
  page("POST /settings/security", members(409), { send: { intent: "codes" } }),
  page("POST /settings/security", members("/settings/security"), { send: { intent: "off" }, writes: false }),
  // No login is pending.
  page("GET /login/code", ["/login", "/", "/", "/", "/"]),
  page("POST /login/code", everyone("/login"), { send: { code: "000000" }, writes: false }),
  // Without a login provider: see `tests/web/oidc.test.ts`.
  ...["GET /login/oidc", "POST /login/oidc", "GET /login/oidc/callback"].map((path) => page(path, everyone(404))),
  page("POST /settings/security", members(404), { send: { intent: "link" } }),
  page("POST /settings/security", members(404), { send: { intent: "unlink", identityId: "0" }, writes: false }),
];
