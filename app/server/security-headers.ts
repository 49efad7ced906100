import type { RequestHandler, Response } from "express";
import helmet from "helmet";
import { env } from "~/env.server";

/** The Content-Security-Policy and its kin, for pages. The nonce of a response is in its `locals`. */
export function securityHeaders(development: boolean): RequestHandler {
  const { APP_URL, IMAGE_HOSTS } = env();
  const secure = APP_URL?.startsWith("https:") ?? false;
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", (_req, res) => `'nonce-${(res as Response).locals.nonce}'`],
        // Attributes only: a photo's placeholder colour. Style sheets come from our own origin.
        styleSrc: development
          ? ["'self'", "'unsafe-inline'"]
          : ["'self'", (_req, res) => `'nonce-${(res as Response).locals.nonce}'`],
        styleSrcAttr: ["'unsafe-inline'"],
        // A picture may be a full address on one of these hosts; a map may come from a tile server.
        imgSrc: ["'self'", "data:", "blob:", ...IMAGE_HOSTS, ...tileOrigin()],
        connectSrc: development ? ["'self'", "ws:"] : ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(secure ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: secure,
    // Not no-referrer: browsers would send Origin: null with our own forms.
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: "deny" },
  });
}

function tileOrigin(): string[] {
  const { MAP_TILE_URL } = env();
  return MAP_TILE_URL === undefined ? [] : [new URL(MAP_TILE_URL).origin];
}

/** All that a file, or an answer for a program, needs; a page's policies would weigh more than many a script. */
export const noSniffing: RequestHandler = (_req, res, next) => {
  res.setHeader("X-Content-Type-Options", "nosniff");
  next();
};

/** A drawing is one file: its style stands in it, and it needs nothing else. */
export const pictureHeaders: RequestHandler = (_req, res, next) => {
  res.setHeader("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'");
  next();
};
