import pino from "pino";
import { logLevel } from "./env.server";

/** The log: one JSON line an entry on stdout. Never give it a token, a password or a request body. */
export const log = pino({ level: logLevel(), base: null, timestamp: pino.stdTimeFunctions.isoTime });
