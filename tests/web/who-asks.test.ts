import { expect, test } from "vitest";
import { bearerOf, signUp } from "../support/members";
import { sharedServer } from "../support/server";

const server = sharedServer();

/** Whose account the API says that a token is, when the client chooses the request's id. */
async function whoIs(token: string) {
  const headers = { Authorization: `Bearer ${token}`, "X-Request-Id": "chosen-by-the-client" };
  const response = await fetch(`${server().url}/api/v1/users/me`, { headers });
  expect(response.headers.get("X-Request-Id")).not.toBe("chosen-by-the-client");
  return { status: response.status, text: await response.text() };
}

test("who asks is looked up anew for every request, whatever id a client gives it", async () => {
  const ada = await signUp(server(), "Ada Driver");
  const bea = await signUp(server(), "Bea Racer");
  const [of, other] = [await bearerOf(server(), ada), await bearerOf(server(), bea)];
  expect((await whoIs(of)).text).toContain("Ada Driver");
  expect((await whoIs(other)).text).toContain("Bea Racer");
  server()
    .database.prepare("DELETE FROM sessions WHERE user_id = (SELECT id FROM users WHERE name = ?)")
    .run("Ada Driver");
  expect((await whoIs(of)).status).toBe(401);
});
