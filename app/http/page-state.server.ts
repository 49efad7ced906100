import type { EntryContext } from "@remix-run/node";

/**
 * Puts the data of a page into it as a plain value instead of a turbo-stream: members' names and texts that the page has
 * already are nearly free when it is compressed, numbers that stand for them are not (5 % of a vehicle's page). In the
 * browser `ui/page-state.ts` takes it from there.
 * @param written whose data that is, where it is not all that is shown
 * @returns the same where JSON cannot say the data, or the page shows a fault
 */
export function withPlainState(context: EntryContext, written = context): EntryContext {
  const { loaderData, actionData, errors } = written.staticHandlerContext;
  if (errors) return context;
  const state = plainText({ loaderData, actionData, errors });
  if (state === undefined) return context;
  const handoff = `{"state":${state},${shortSettings(context.serverHandoffString ?? "{}").slice(1)}`;
  return { ...context, serverHandoffString: handoff, serverHandoffStream: undefined };
}

/** Of Remix's settings what is true. @param handoff the same on every page */
function shortSettings(handoff: string): string {
  if (settings?.of !== handoff) {
    const short = JSON.stringify(JSON.parse(handoff), (_, value) => (value === false ? undefined : value));
    settings = { of: handoff, short };
  }
  return settings.short;
}

let settings: { of: string; short: string } | undefined;

class NotPlain extends Error {}

/** As the text of a script. @returns undefined where reading it would bring something else */
export function plainText(value: unknown): string | undefined {
  try {
    return JSON.stringify(value, checked).replaceAll("<", "\\u003c");
  } catch (error) {
    if (error instanceof NotPlain) return undefined;
    throw error;
  }
}

/** Lets pass what JSON can say; a member that is undefined is as good as none. */
function checked(this: unknown, name: string, written: unknown): unknown {
  // In a script this is no member, but what the object inherits from.
  if (name === "__proto__") throw new NotPlain();
  const value = (this as Record<string, unknown>)[name];
  if (value === null || typeof value === "string" || typeof value === "boolean") return written;
  // Minus nought and what is no number are written as something else.
  if (typeof value === "number" && Number.isFinite(value) && !Object.is(value, -0)) return written;
  if (value === undefined && !Array.isArray(this)) return written;
  if (typeof value === "object" && isPlain(value)) return written;
  throw new NotPlain();
}

const isPlain = (value: object) =>
  Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype || Object.getPrototypeOf(value) === null;
