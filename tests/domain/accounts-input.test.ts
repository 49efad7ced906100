import { describe, expect, it, vi } from "vitest";
import { checkPassword, hashPassword } from "~/features/accounts/passwords.server";
import { chosenPasswordSchema, loginSchema, resendSchema, signUpSchema } from "~/features/accounts/schema.server";
import { reportInput } from "~/features/cases/schema.server";
import { ticketInput } from "~/features/tickets/schema.server";
import { decode } from "~/lib/decode";
import { isEmail } from "~/lib/email";
import { DomainError } from "~/lib/errors";
import { fieldErrors } from "../support/refusal";
import { splitList } from "../support/split-list";

const GOOD = { name: "Ada", email: "ada@example.com", password: "12345678", passwordConfirm: "12345678" };

const complaints = (values: unknown) => fieldErrors(() => decode(signUpSchema, values));

describe("what sign-up accepts", () => {
  it("trims and lowers the address, keeps the password as typed, cleans the name", () => {
    const password = { password: "  spaces  ", passwordConfirm: "  spaces  " };
    expect(decode(signUpSchema, { name: "  Ada \n King ", email: " Ada@Example.COM ", ...password })).toEqual({
      ...{ name: "Ada King", email: "ada@example.com", ...password, invite: "", answer: "" },
    });
  });

  it.each([
    ["zw\u200bsp@example.com", "zwsp@example.com"],
    ["\ufeffsoft\u00adhyphen@exam\u2060ple.com\u200f ", "softhyphen@example.com"],
    ["ａｄａ＠ｅｘａｍｐｌｅ．ｃｏｍ", "ada@example.com"],
    ["ada@example。com", "ada@example.com"],
    ["Ada@BU\u0308CHER.example", "ada@bücher.example"],
    ["ada@xn--bcher-kva.example", "ada@xn--bcher-kva.example"],
  ])("removes invisible characters from %j, and keeps its domain as typed", (input, email) => {
    expect(decode(signUpSchema, { ...GOOD, email: input })).toMatchObject({ email });
  });

  it.each(["zoë@example.com", "Müller@bücher.example", "имя@example.com", "日本@example.com"])(
    "refuses %s with a message: most mail servers do",
    (email) => {
      const words = [expect.stringMatching(/only plain letters .* before the @\. Most mail servers refuse others\.$/)];
      expect(complaints({ ...GOOD, email })).toEqual({ email: words });
      const ticket = { category: "Bug Report", subject: "s", description: "d" };
      expect(fieldErrors(() => decode(ticketInput, { ...ticket, email }))).toEqual({ email: words });
      expect(fieldErrors(() => decode(reportInput, { email }))).toMatchObject({ email: words });
      expect(fieldErrors(() => decode(resendSchema, { email }))).toEqual({ email: words });
    },
  );

  it("an invalid domain is refused, and nothing of it is dropped", () => {
    for (const email of ["a@bü.de/x", "a@bü.de?x", "a@bü.de:80"])
      expect(complaints({ ...GOOD, email })).toEqual({ email: ["Please enter a valid email address."] });
  });

  it("reports every mistake at once, and limits a name to 80 characters", () => {
    expect(complaints({ name: " ", email: "ada", password: "short", passwordConfirm: "other" })).toEqual({
      name: ["Please enter your name."],
      email: ["Please enter a valid email address."],
      password: ["Your password must have at least 8 characters."],
      passwordConfirm: ["Passwords do not match!"],
    });
    expect(Object.keys(complaints({}))).toEqual(["name", "email", "password"]);
    const odd = complaints({ name: [], email: {}, password: 7, passwordConfirm: null });
    expect(Object.keys(odd)).toEqual(["name", "email", "password"]);
    expect(complaints({ ...GOOD, name: "x".repeat(80) })).toEqual({});
    expect(complaints({ ...GOOD, name: "x".repeat(81) })).toHaveProperty("name");
  });

  it.each([
    ["7 characters", "1234567", false],
    ["8 characters", "12345678", true],
    ["7 characters that take 14 units", "🚗".repeat(7), false],
    ["200 characters", "🚗".repeat(200), true],
    ["201 characters", "x".repeat(201), false],
  ])("a password of %s", (_what, password, accepted) => {
    const decoding = () => decode(chosenPasswordSchema, { password, passwordConfirm: password });
    if (accepted) expect(decoding()).toMatchObject({ password });
    else expect(decoding).toThrow(DomainError);
  });

  it("does no costly work for texts of 100 KB", async () => {
    const normalize = vi.spyOn(String.prototype, "normalize");
    const accents = `a${"\u0301".repeat(24_500)}${"\u0323".repeat(24_500)}`;
    expect(Object.keys(complaints({ ...GOOD, email: accents, password: accents }))).toContain("email");
    expect(decode(loginSchema, { email: GOOD.email, password: accents })).toMatchObject({ password: accents });
    expect(await checkPassword(undefined, accents)).toBe(false);
    expect(normalize.mock.contexts.filter((text) => String(text).length > 2_000)).toEqual([]);
    normalize.mockRestore();
  });

  it.each([
    "a@b.co",
    "first.last+tag@sub.example.com",
    "zoe@exämple.com",
    "o_o-1@example.museum",
    "o'brien@example.org",
    "!#$%&'*+-/=?^_`{|}~@example.org",
    "a@उदाहरण.भारत",
  ])("takes %s", (address) => expect(isEmail(address)).toBe(true));

  it.each([
    ...splitList(`
      ada | ada@ | @example.com | ada@localhost | a..b@example.com | .a@example.com | a@-example.com
      a@example..com | a b@example.com | a@example.com,b@example.com | <a@example.com>`),
    "",
    "zoë@exämple.com",
    "a@example.com\r\nBcc: b@example.com",
    `${"x".repeat(65)}@example.com`,
    `a@${"x".repeat(60)}.${"y".repeat(60)}.${"z".repeat(60)}.${"w".repeat(60)}.${"v".repeat(20)}.com`,
  ])("refuses %j", (address) => expect(isEmail(address)).toBe(false));
});

it("passwords at rest are argon2id with the agreed cost, and the same however a system composes its letters", async () => {
  const hash = await hashPassword("correct horse");
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await hashPassword("correct horse")).not.toBe(hash);
  expect(await checkPassword(hash, "correct horse")).toBe(true);
  expect(await checkPassword(hash, "Correct horse")).toBe(false);
  expect(await checkPassword(undefined, "correct horse")).toBe(false);
  expect(await checkPassword(await hashPassword("Citro\u00ebn DS 1955"), "Citroe\u0308n DS 1955")).toBe(true);
});
