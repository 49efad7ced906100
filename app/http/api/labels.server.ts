import { plural } from "~/lib/text";
import { LIMITS, type LimitName } from "../limits/limits.server";
import type { ApiEndpoint } from "./declaration";
import type { JsonSchema } from "./responses.server";

const AUDIENCES = { anyone: "Anyone", member: "Members", staff: "Moderators and admins", admin: "Admins" } as const;

export const audienceLabel = ({ audience }: Pick<ApiEndpoint, "audience">): string => AUDIENCES[audience];

function formatSpan(seconds: number): string {
  if (seconds < 3600) return plural(seconds / 60, "minute");
  return seconds < 86_400 ? plural(seconds / 3600, "hour") : plural(seconds / 86_400, "day");
}

function countOf(name: LimitName): string {
  const { points, duration, per } = LIMITS[name];
  const callers = per.map((key) => (key === "client" ? "address" : "person")).join(" and ");
  return `${points} in ${formatSpan(duration)} for each ${callers}`;
}

export function limitLabel({ limit, files }: ApiEndpoint): string {
  if (limit === "none") return "None";
  if (limit === "inside run") return "Failed attempts are limited";
  if (typeof limit === "object" && "whenGiven" in limit) {
    return Object.entries(limit.whenGiven)
      .map(([member, name]) => `With ${member}: ${countOf(name)}`)
      .join("; ");
  }
  const counts = ([limit].flat() as LimitName[]).map(countOf);
  return [...counts, ...(files ? [`with files ${countOf("upload")}`] : [])].join("; ");
}

const mayBeNull = ({ type = [], anyOf = [] }: JsonSchema): boolean =>
  [type].flat().includes("null") || (anyOf as JsonSchema[]).some(mayBeNull);

/**
 * How a change treats missing members.
 * @returns undefined for other calls
 */
export function changeRule(
  { isPartial }: ApiEndpoint,
  body: { properties: Record<string, JsonSchema> } | undefined,
): string | undefined {
  if (!isPartial || !body) return undefined;
  const cleared = Object.keys(body.properties).filter((name) => mayBeNull(body.properties[name] ?? {}));
  const clears = cleared.length > 0 ? ` Null clears only ${cleared.map((name) => `\`${name}\``).join(", ")}.` : "";
  return `Members that are left out or null stay unchanged; with nothing to change, the response is the same as before. An empty text clears a text.${clears}`;
}
