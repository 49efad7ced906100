import pino from "pino";
import { env } from "./env.server";

/** The log: one JSON line an entry on stdout. Never give it a token, a password or a request body. */
export const log = pino({ level: env().LOG_LEVEL, base: null, timestamp: pino.stdTimeFunctions.isoTime });
