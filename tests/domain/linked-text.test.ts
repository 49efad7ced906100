import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { LinkedText } from "~/ui/linked-text";

const html = (text: string) => renderToStaticMarkup(LinkedText({ text }));
const linksOf = (text: string) => [...html(text).matchAll(/href="([^"]*)"/g)].map(([, href]) => href);

test("an address in a text is a link, and nothing else of the text changes", () => {
  expect(html("Before https://cars.example/elan?a=1&b=2 and <b>after</b>\nit.")).toBe(
    'Before <a href="https://cars.example/elan?a=1&amp;b=2" rel="nofollow ugc noopener" target="_blank" class="link">' +
      "https://cars.example/elan?a=1&amp;b=2</a> and &lt;b&gt;after&lt;/b&gt;\nit.",
  );
});

test.each([
  ["See https://a.example.", ["https://a.example"]],
  ["(it was HTTP://a.example/x), then https://b.example/y?!", ["HTTP://a.example/x", "https://b.example/y"]],
  ["https://a.example/Elan_(car) and (https://a.example/Elan_(car)).", Array(2).fill("https://a.example/Elan_(car)")],
  [
    "“https://a.example/” <https://b.example> [https://c.example]",
    ["/", "", ""].map((end, index) => `https://${"abc"[index]}.example${end}`),
  ],
  ["https://a.example/?to=https://b.example", ["https://a.example/?to=https://b.example"]],
  [
    "詳細はhttps://a.example/elan。「https://b.example」と（https://c.example/x）、https://d.example　です",
    ["https://a.example/elan", "https://b.example", "https://c.example/x", "https://d.example"],
  ],
  ["https://a.example/ロータス！https://b.example/々", ["https://a.example/ロータス", "https://b.example/々"]],
  ["https://[::1", []],
  ["https://a.example/\u202egpj.exe", ["https://a.example/"]],
  ["javascript:alert(1) ftp://a.example file:///etc data:text/html,x //a.example www.a.example", []],
  ["xhttps://a.example https:// http://. https://…", []],
])("%j has the links %j", (text, links) => {
  expect(linksOf(text)).toEqual(links);
  expect(html(text).replace(/<[^>]+>/g, "")).toBe(text.replaceAll("<", "&lt;").replaceAll(">", "&gt;"));
});

test("a long text of nothing but ends of sentences takes no time", () => {
  const begin = performance.now();
  html(`https://${".)".repeat(200_000)}x`);
  html("https://a.example ".repeat(20_000));
  expect(performance.now() - begin).toBeLessThan(20_000);
});
