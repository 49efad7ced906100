export type Kind = "number" | "switch";

/**
 * What a program sends for what a form sends: in JSON a number is one where its text reads so, and a switch is on or
 * off.
 * @param kinds of the members that are not text
 */
export const jsonOf = (fields: object, kinds: Record<string, Kind>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, typed(String(value), kinds[name])]));

function typed(text: string, kind?: Kind): unknown {
  if (kind === "number") return /^[\d.]+$/.test(text) ? Number(text) : text;
  if (kind !== "switch") return text;
  if (["true", "on", "1"].includes(text)) return true;
  return text === "false" ? false : text;
}
