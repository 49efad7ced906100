import pino from "pino";
import { logLevel } from "~/env.server";
import { maskTokens } from "~/lib/mask-tokens";

/** An error as the log holds it: an address in its words may carry a token. */
function describeError(error: Error) {
  const { message, stack, ...rest } = pino.stdSerializers.err(error);
  return { ...rest, message: maskTokens(message), stack: maskTokens(stack) };
}

/** The log: one JSON line an entry on stdout. Never give it a token, a password or a request body. */
export const log = pino({
  level: logLevel(),
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  serializers: { err: describeError },
});

/** The same log for what must not be lost when it is told to say little. */
export const securityLog = log.child({}, { level: logLevel() === "silent" ? "silent" : "info" });
