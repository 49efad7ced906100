import { describe, expect, test } from "vitest";
import { COOKIES, type CookieKey, cookieLifetime } from "~/http/session/cookies";
import { cookieName, listCookieSecrets, signedCookie } from "~/http/session/session.server";
import { readSources } from "../structure/sources";

const KEYS = Object.keys(COOKIES) as CookieKey[];

const requestCookie = (line: string, as: CookieKey) =>
  `${cookieName(as)}=${line.split(";")[0]!.replace(/^[^=]+=/, "")}`;

describe("a cookie", () => {
  test.each(KEYS)(
    "%s: a value signed for it is invalid in another; its lifetime is on the page about us",
    async (key) => {
      const line = await signedCookie(key).serialize("a value");
      for (const otherKey of KEYS)
        expect(await signedCookie(otherKey).parse(requestCookie(line, otherKey))).toBe(
          otherKey === key ? "a value" : null,
        );
      const maxAge = /Max-Age=(\d+)/.exec(await signedCookie(key).serialize("a value"))?.[1];
      expect(maxAge === undefined ? null : Number(maxAge)).toBe(COOKIES[key].seconds);
      expect(cookieLifetime(COOKIES[key])).toMatch(/^(\d+ (minutes|days?)|until you close the browser)$/);
    },
  );

  test("the secret that signed all of them once is good for sessions that may still be alive, and for nothing else", () => {
    const count = (at: number) => KEYS.filter((key) => listCookieSecrets(key, at).length > 1);
    expect(count(Date.UTC(2027, 1, 28))).toEqual(["session"]);
    expect(count(Date.UTC(2027, 2, 1))).toEqual([]);
  });

  test("is created nowhere else", () => {
    const makers = [...readSources()].filter(([, text]) => /\bcreateCookie\(/.test(text)).map(([file]) => file);
    expect(makers).toEqual(["app/http/session/session.server.ts"]);
  });
});
