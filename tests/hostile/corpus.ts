/** Texts with a history of breaking software. */
export const TEXTS: readonly string[] = [
  ...["", " \t\r\n ", "a".repeat(10_000), "word ".repeat(2_000), "\0", "in\0the middle", "\ud800", "\udfff\ud800"],
  ...["\u202egnp.exe\u202c", "\u200b\u200d\ufeff", `e${"\u0301".repeat(2_000)}`, "ﷺ".repeat(60), "İSTANBUL ß ǆ ﬃ"],
  ...["👩‍👩‍👧‍👦".repeat(30), "\u0001\u0008\u001b[31m\u007f", "\r\nX-Evil: 1", "a\r\nBcc: evil@example.com"],
  ...["../../../../etc/passwd", "..\\..\\boot.ini", "/etc/passwd%00.jpg", "' OR '1'='1' --"],
  ...["'); DROP TABLE users; --", '" NEAR( AND * ^ : {x} -"', "% _ \\ [a-z] *", "<script>alert('evil')</script>"],
  ...["\"><img src=x onerror=alert('evil')>", "</textarea></title><svg/onload=alert('evil')>"],
  ...["javascript:alert('evil')", "//evil.example/x", "/\\evil.example", "https://evil.example/\r\nX-Evil: 1"],
  ...["]]><!ENTITY x SYSTEM 'file:///etc/passwd'>&x;", "{{7*7}}<%= 7*7 %>#{7*7}"],
  ...["(a+)+$ ^(([a-z])+.)+[A-Z]([a-z])+$", "$(id) `id` | id; id", "0", "-1", "1.5", "1e999", "0x1F", "NaN"],
  ...["9007199254740993", "9".repeat(400), "٣", "2020abc", "2027-02-31", "9999-99-99T99:99", "-271821-04-20"],
  ...["275760-09-14", "90.0001,-180.0001", "1,1", "__proto__", "constructor", "null", "undefined", "[object Object]"],
  ...["true", "a@b@c", `"quoted local"@example.com`, `${"a".repeat(300)}@example.com`],
];

/** Instead of a text, number or boolean. */
export const VALUES: readonly unknown[] = [
  ...[null, true, false, 0, -0.5, 1e308, Number.MAX_SAFE_INTEGER, [], ["a", "b"], [[[[]]]], {}],
  ...[{ toString: 1, valueOf: null }, { length: 1e9 }, { address: { address: {} } }, { $ne: null }],
];

/** Raw path segments. */
export const SEGMENTS: readonly string[] = [
  ...["0", "-1", "01", "1.5", "1e3", "999999999999999", "9".repeat(60), "1%27%20OR%201=1--", "1%00", "%00", "%ff%fe"],
  ...["%c0%af", "%ED%A0%80", "%", "%zz", "%2e%2e%2f%2e%2e%2fetc%2fpasswd", "..%5c..%5cboot.ini", "....//"],
  ...["%252e%252e", "%0d%0aX-Evil:%201", "%3Cscript%3Ealert('evil')%3C%2Fscript%3E", "__proto__", "constructor"],
  ...["null", "undefined", "%E2%80%AEx", "a".repeat(3_000), "1;x=1", "1.data", "*", "%2F", "x.svg", "-1.svg"],
];

export const TAILS: readonly string[] = [
  ...["/", "//", "/.", "/..", "/%2e%2e", "/../../healthz", "\\"],
  ...["%2f", "%00", ";x", "#x", "?#", ".json", ".data", ".data?_routes=root"],
];

export const QUERIES: readonly string[] = [
  ...["?", "?&&==&", "?%", "?%zz=%zz", "?%ff=%fe", "?page=%ED%A0%80", "?page=1&page=2", "?page[]=1&limit[$gt]=1"],
  ...["?page=1e9&limit=-1", "?limit=9999999999999999999", "?__proto__[x]=1&constructor=1"],
  ...[`?${"a=1&".repeat(1_500)}`, "?q=%00&q=%27", "?_routes=../../root", "?_routes=__proto__", "?index"],
];

type SentBody = { type?: string; text: string; headers?: Record<string, string> };

const part = (name: string, rest = "") => `--b\r\nContent-Disposition: form-data; name="${name}"${rest}\r\n\r\n`;
const JSON_TYPE = "application/json";
const FORM_TYPE = "application/x-www-form-urlencoded";
const PARTS = "multipart/form-data; boundary=b";

/** Malformed, or contradicting their headers. */
export const BODIES: readonly SentBody[] = [
  { type: JSON_TYPE, text: "" },
  { type: JSON_TYPE, text: "{" },
  { type: JSON_TYPE, text: "null" },
  { type: JSON_TYPE, text: '["a"]' },
  { type: JSON_TYPE, text: '"text"' },
  { type: JSON_TYPE, text: '\ufeff{"name":"x"}' },
  { type: JSON_TYPE, text: '{"name":"\\ud800","name":1e999}' },
  { type: JSON_TYPE, text: '{"__proto__":{"role":"admin"},"constructor":{"prototype":{}}}' },
  { type: JSON_TYPE, text: `{"name":${"[".repeat(20_000)}${"]".repeat(20_000)}}` },
  { type: JSON_TYPE, text: `${'{"a":'.repeat(8_000)}1${"}".repeat(8_000)}` },
  { type: `${JSON_TYPE}; charset=utf-16`, text: '{"name":"x"}' },
  { type: JSON_TYPE, text: "{}", headers: { "Content-Encoding": "gzip" } },
  { type: FORM_TYPE, text: "%ff%fe=%zz&%=&=&&name" },
  { type: FORM_TYPE, text: "name=a&name=b&name[]=c&name[x]=d" },
  { type: FORM_TYPE, text: `name=${"%00".repeat(500)}` },
  { type: FORM_TYPE, text: "a=1&".repeat(5_000) },
  { type: "multipart/form-data", text: "--b\r\n\r\n--b--" },
  { type: PARTS, text: "" },
  { type: PARTS, text: "no boundary at all" },
  { type: PARTS, text: `${part("name")}never closed` },
  { type: PARTS, text: `--b\r\nContent-Disposition: nonsense\r\n\r\nx\r\n--b--\r\n` },
  { type: PARTS, text: `${part("photos", '; filename="../../x.jpg"')}<svg onload=alert('evil')>\r\n--b--\r\n` },
  { type: PARTS, text: `${part("avatar", '; filename=""')}\r\n--b--\r\n` },
  { type: PARTS, text: `${part("__proto__", '; filename="a"')}x\r\n${part("__proto__")}y\r\n--b--\r\n` },
  { type: `multipart/form-data; boundary=${"b".repeat(2_000)}`, text: "--b--" },
  { type: "text/plain", text: "name=x" },
  { type: "application/xml", text: "<!DOCTYPE x [<!ENTITY e SYSTEM 'file:///etc/passwd'>]><x>&e;</x>" },
  { type: ";;;", text: "x" },
  { text: "no type at all" },
];

export const HEADER_NAMES: readonly string[] = [
  ...["Accept", "Accept-Encoding", "Accept-Language", "Cookie", "Authorization", "Range", "If-None-Match"],
  ...["If-Modified-Since", "If-Match", "Origin", "Referer", "Sec-Fetch-Site", "Sec-Fetch-Mode", "User-Agent"],
  ...["X-Forwarded-Host", "X-Forwarded-For", "X-Forwarded-Proto", "Forwarded", "X-HTTP-Method-Override"],
  ...["X-Request-Id", "Content-Type", "Content-Encoding", "Transfer-Encoding", "Expect", "Upgrade", "Connection"],
  ...["TE", "Via", "Purpose", "Cache-Control", "Content-Disposition", "X-Remix-Transition"],
];

export const HEADER_VALUES: readonly string[] = [
  ...["", ",", ";;;", "*/*", "*/*;q=0", "text/html;q=nonsense", "br;q=0, gzip;q=1e9, *;q=-1", "identity;q=0, *;q=0"],
  ...["bytes=0-", "bytes=-1", "bytes=9-1", "bytes=0-0,1-1,2-2", `bytes=${"0-,".repeat(1_000)}`, '"', 'W/"'],
  ...[`${'"a", '.repeat(800)}*`, "*", "Thu, 01 Jan 1970 00:00:00 GMT", "Thu, 99 Foo 99999 99:99:99 GMT", "Bearer"],
  ...["Bearer ", "Bearer null", `Bearer ${"a".repeat(3_000)}`, "Basic YTpi", "paddock_session="],
  ...["paddock_session=x.y; paddock_session=z", "=; =;;; a==b; __proto__=1", `paddock_session=${"%".repeat(500)}`],
  ...["toast=eyJ0b2FzdCI6e319.x; constructor=1", "null", "https://evil.example", "http://[::1", "same-origin"],
  ...["cross-site", "evil.example", "127.0.0.1, ::1, nonsense", 'for="[::1]";host=evil.example', "DELETE", "TRACE"],
  ...["multipart/form-data", "multipart/form-data; boundary=", `multipart/form-data; boundary=${"x".repeat(500)}`],
  ...["application/json; charset=utf-16", "application/x-www-form-urlencoded; charset=nonsense", "text/plain"],
  ...["gzip", "br, gzip, gzip", "chunked", "identity", "chunked, chunked", "100-continue", "200-nonsense"],
  ...["websocket", "h2c", "close, upgrade", "keep-alive, Content-Length", "\u00ff\u00fe", "a\tb", "x\r\nX-Evil: 1"],
  ...["x\nX-Evil: 1", "a".repeat(9_000), "a".repeat(20_000)],
];

export const HOSTS: readonly string[] = [
  ...["", "evil.example", "localhost:99999", "localhost:-1", "a b", "[::1", "[::1]:80", "user@localhost"],
  ...["localhost/..", "localhost?x", "localhost#x", "localhost%00", "xn--", "%6c", "a".repeat(300)],
  ...["localhost, evil.example", "\u00e9.example", "..", "localhost:80:80"],
];
