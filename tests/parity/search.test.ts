import { expect, test } from "vitest";
import { browserLike } from "../support/browser-like";
import { sharedServer } from "../support/server";

const server = sharedServer();

test.each([
  ["too long", `q=${"x".repeat(101)}`],
  ["too long in letters of several bytes", `q=${encodeURIComponent("é".repeat(101))}`],
])("a question that is %s meets the same words on page and API", async (_what, query) => {
  const visitor = browserLike(server());
  const page = await visitor.get(`/search?${query}`);
  const call = await visitor.api("GET", `/search?${query}`);
  expect([page.status, call.status]).toEqual([400, 400]);
  expect(page.page.alerts).toEqual([call.json.message]);
  expect(page.page.fieldError("q")).toBe(call.json.errors.q.join(" "));
});

test.each([
  "",
  "%20",
  `q=${"%20".repeat(200)}x`,
  `q=${"y".repeat(100)}`,
  "q=%FF%FE",
  "q=%00%01",
  "q=%ED%A0%80",
  "q=a&q=b",
  "q[regex]=.*",
  `q=${encodeURIComponent('"*(){}^:-+NEAR AND OR NOT')}`,
  `q=${encodeURIComponent("' OR 1=1 --")}`,
  `q=${encodeURIComponent("\u{1F697}\u{1F697}\u{1F697}")}`,
  `q=${encodeURIComponent("ﷺ".repeat(100))}`,
  `q=${encodeURIComponent("a b c d e f g h i j k l m n o p q r s t u v w x y z 0 1 2 3 4 5 6 7 8 9 ! ? . , ; :")}`,
])("%s is taken as text on page and API", async (query) => {
  const visitor = browserLike(server());
  const page = await visitor.get(`/search?${query}`);
  const call = await visitor.api("GET", `/search?${query}`);
  expect([page.status, call.status]).toEqual([200, 200]);
  expect(call.json.total).toBe(0);
  expect(page.page.texts("main h2")).toEqual([]);
});
