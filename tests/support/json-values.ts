export type Kind = "number" | "switch";

/**
 * Numeric text as number, switches as booleans.
 * @param kinds of members other than text
 */
export const jsonOf = (fields: object, kinds: Record<string, Kind>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, toJsonValue(String(value), kinds[name])]));

function toJsonValue(text: string, kind?: Kind): unknown {
  if (kind === "number") return /^[\d.]+$/.test(text) ? Number(text) : text;
  if (kind !== "switch") return text;
  if (["true", "on", "1"].includes(text)) return true;
  return text === "false" ? false : text;
}
