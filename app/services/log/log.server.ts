import { inspect } from "node:util";
import pino from "pino";
import { logLevel } from "~/env.server";
import { maskTokens } from "~/lib/mask-tokens";

/** An error for the log: tokens in URLs of its message are masked. Libraries throw other things, too. */
function describeError(error: unknown) {
  if (!(error instanceof Error)) return maskTokens(inspect(error, { depth: 1 }));
  const { message, stack, ...rest } = pino.stdSerializers.err(error);
  return { ...rest, message: maskTokens(message), stack: maskTokens(stack) };
}

/** The log: one JSON line per entry on stdout. Never give it a token, a password or a request body. */
export const log = pino({
  level: logLevel(),
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  serializers: { err: describeError },
});

/** The log for security events, which LOG_LEVEL does not suppress (but silent does). */
export const securityLog = log.child({}, { level: logLevel() === "silent" ? "silent" : "info" });
