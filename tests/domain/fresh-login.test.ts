import { expect, test } from "vitest";
import { isLoginFresh, requireFreshLogin } from "~/features/accounts/fresh-login.server";
import { hashPassword } from "~/features/accounts/password-hash.server";
import { startSession } from "~/features/accounts/sessions.server";
import { MINUTE, setClock } from "~/lib/time";
import { makeUser, viewerOf } from "../support/people";

const NOON = Date.UTC(2026, 5, 1, 12);
const refusal = (message: string) => ({ code: "forbidden", message, fields: { password: [message] } });

async function loggedIn() {
  setClock(() => NOON);
  const user = makeUser({ passwordHash: await hashPassword("right one") });
  return { viewer: viewerOf(user), token: startSession(user.id, "") };
}

test("nobody is asked again within 15 minutes of the login", async () => {
  const { viewer, token } = await loggedIn();
  setClock(() => NOON + 15 * MINUTE - 1);
  expect(isLoginFresh(token)).toBe(true);
  await requireFreshLogin(viewer, token);
  await requireFreshLogin(viewer, token, "wrong one");
});

test("later the password is asked for, and a right one counts for 15 minutes more", async () => {
  const { viewer, token } = await loggedIn();
  const elsewhere = startSession(viewer.id, "");
  const later = NOON + 15 * MINUTE;
  setClock(() => later);
  expect(isLoginFresh(token)).toBe(false);
  for (const none of [undefined, ""]) {
    await expect(requireFreshLogin(viewer, token, none)).rejects.toMatchObject(
      refusal("Please enter your password again."),
    );
  }
  await expect(requireFreshLogin(viewer, token, "wrong one")).rejects.toMatchObject(
    refusal("Your password is not correct."),
  );
  expect(isLoginFresh(token)).toBe(false);
  await requireFreshLogin(viewer, token, "right one");
  expect([isLoginFresh(token), isLoginFresh(elsewhere), isLoginFresh("unknown")]).toEqual([true, false, false]);
  setClock(() => later + 15 * MINUTE);
  expect(isLoginFresh(token)).toBe(false);
});
