/**
 * The text and HTML bodies of a mail. Plain ASCII is sent as 7bit, so that a link in an .eml file can be read and
 * copied in any editor; the composer encodes everything else.
 */
export function plainParts(text: string, html: string) {
  return { text: part("text/plain", text), html: part("text/html", html) };
}

/** RFC 5322 allows 998 characters a line. */
const MAX_LINE = 900;

function part(type: string, body: string) {
  const lines = body.split("\n");
  if (!/^[\t\n\x20-\x7e]*$/.test(body) || lines.some((line) => line.length > MAX_LINE)) return body;
  const head = [`Content-Type: ${type}; charset=utf-8`, "Content-Transfer-Encoding: 7bit", ""];
  return { raw: [...head, ...lines].join("\r\n") };
}
