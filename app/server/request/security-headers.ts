import { createHash } from "node:crypto";
import type { RequestHandler, Response } from "express";
import helmet from "helmet";
import { env } from "~/env.server";
import { providerOrigins } from "~/http/session/provider.server";
import { site } from "~/services/site/site.server";
import { VIEW_TRANSITION_CSS } from "~/ui/view-transition";
import { beforeHead } from "./outgoing";

/** Allows exactly this inline script or style; in quotes. */
export const cspHash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

const headStyle = () => VIEW_TRANSITION_CSS + site().accentStyle;

/** Content-Security-Policy and related headers of pages. The nonce is in `res.locals`. */
export function securityHeaders(development: boolean): RequestHandler {
  const { APP_URL, IMAGE_HOSTS } = env();
  const secure = APP_URL?.startsWith("https:") ?? false;
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", (_req, res) => `'nonce-${(res as Response).locals.nonce}'`],
        // Style sheets come from our own origin, and inline rules are ours.
        styleSrc: development
          ? ["'self'", "'unsafe-inline'"]
          : ["'self'", () => cspHash(headStyle()), (_req, res) => `'nonce-${(res as Response).locals.nonce}'`],
        // A photo's placeholder colour.
        styleSrcAttr: ["'unsafe-inline'"],
        // Photos may be URLs on these hosts, tiles may come from MAP_TILE_URL.
        imgSrc: ["'self'", "data:", "blob:", ...IMAGE_HOSTS, ...tileOrigin()],
        connectSrc: development ? ["'self'", "ws:"] : ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'", ...(env().provider === null ? [] : [() => providerOrigins().join(" ")])],
        frameAncestors: ["'none'"],
        ...(secure ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: secure,
    // Not no-referrer: browsers would send `Origin: null` with our own forms.
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: "deny" },
  });
}

/** API responses are neither rendered nor run. */
export function setApiHeaders(): RequestHandler {
  const secure = env().APP_URL?.startsWith("https:") ?? false;
  const headers = {
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    ...(secure ? { "Strict-Transport-Security": "max-age=31536000; includeSubDomains" } : {}),
  };
  return (_req, res, next) => {
    res.set(headers);
    next();
  };
}

function tileOrigin(): string[] {
  const { MAP_TILE_URL } = env();
  return MAP_TILE_URL === undefined ? [] : [new URL(MAP_TILE_URL).origin];
}

/** Files need no other header; a page's policy would be larger than a small file. */
export const noSniff: RequestHandler = (_req, res, next) => {
  res.setHeader("X-Content-Type-Options", "nosniff");
  next();
};

/** Icons, and the static files of the first level that are pictures. */
const ICON = /^\/(?:icons\/[^/]+|[^/]+\.(?:png|jpg|svg|ico))$/i;

/** Feed readers and other sites may show public pictures and icons. */
export const shareablePictures: RequestHandler = ({ path }, res, next) => {
  const allow = () => res.setHeader("Cross-Origin-Resource-Policy", "cross-origin");
  if (ICON.test(path)) allow();
  if (/^\/img\//i.test(path)) {
    beforeHead(res, () => {
      if (/^public\b/.test(String(res.getHeader("Cache-Control")))) allow();
    });
  }
  next();
};

/** An SVG file contains its styles and loads nothing. */
export const imageHeaders: RequestHandler = (_req, res, next) => {
  res.setHeader("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'");
  next();
};
