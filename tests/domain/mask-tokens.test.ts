import { expect, test } from "vitest";
import { maskTokens } from "~/lib/mask-tokens";

const TOKEN = "q3xWm0-Zr_v9sY2bKc7hTnUeLfAoPiGd1j5MXVB6R8w";

test.each([
  `/verify-email/${TOKEN}`,
  `/reset-password/${TOKEN}`,
  `/Reset-Password/${TOKEN}`,
  `/api/v1/users/resetPassword/${TOKEN}`,
  `/api/v1/users/verify-email/${TOKEN}?x=1`,
  `/reset-password/${TOKEN}.data`,
  `/%72eset-passwor%64/${TOKEN}`,
  `/verify%2Demail/${TOKEN}`,
  `/unsubscribe/${TOKEN}.comment-review`,
  `/reports/${TOKEN}?sent`,
  `/api/v1/reports/${TOKEN}`,
  `/decisions/${TOKEN}`,
  `/Repor%74s/${TOKEN}.data`,
  `/Un%73ubscribe/${TOKEN}.all.data`,
  `/?returnTo=%2Fverify-email%2F${TOKEN}`,
  `//verify-email//${TOKEN}`,
  `Error: x\n    at http://localhost:3000/verify-email/${TOKEN}:12:3`,
])("no token is left in %s", (text) => {
  expect(maskTokens(text)).not.toContain(TOKEN);
  expect(maskTokens(text)).toContain("…");
});

test("everything else stays as it is", () => {
  const text = "Error in /garages/12?page=2 (https://paddock.example/vehicles/7)\n    at render (/assets/x.js:1:20)";
  expect(maskTokens(text)).toBe(text);
});
