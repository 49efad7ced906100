import { accessSync, chmodSync, constants, statSync } from "node:fs";
import { availableParallelism } from "node:os";
import path from "node:path";
import { z } from "zod";
import { makeFolder } from "./lib/folders.server";
import { MAX_SITE_NAME } from "./lib/site";
import { parseStoreLocation, STORE_FORM, type StoreLocation } from "./lib/store-location";
import { cleanLine } from "./lib/text";
import { HOUR, MINUTE } from "./lib/time";
import { findUnknownSettings } from "./lib/unknown-settings";

/** The message is one line with the variable's name; the start ends with it, without a stack. */
export class EnvError extends Error {
  override name = "EnvError";
}

const NO_ORIGIN = "must be an http:// or https:// address without a path, such as https://your.domain";

/** Optionally with a name before the address. */
const SENDER = /^([^<>\r\n]*<[^\s<>@,;]+@[^\s<>@,;]+>|[^\s<>@,;]+@[^\s<>@,;]+)$/;

/** Refuses obvious mistakes, such as `METRICS_TOKEN=x`; the documents recommend 20 random characters. */
const MIN_TOKEN_LENGTH = 4;

const NO_HOUR = "must be an hour (UTC) from 0 to 23";

const NO_NAME = `must be a name of 1 to ${MAX_SITE_NAME} characters`;

const schema = z.object({
  PORT: z.coerce.number("must be a port number").int().min(0).max(65535).default(3000),
  HOST: z.string().min(1).default("0.0.0.0"),
  APP_URL: z
    .string()
    .refine(isOrigin, NO_ORIGIN)
    .transform((url) => url.replace(/\/+$/, ""))
    .optional(),
  DATABASE_URL: z
    .string()
    .regex(/^file:.+/, "must look like file:PATH")
    .default("file:data/app.db"),
  UPLOADS_DIR: z.string().default("uploads"),
  UPLOADS_URL: z.string().transform(parseLocation).optional(),
  RESTIC_REPOSITORY: z.string().optional(),
  BACKUP_EVERY: z.string().default("off").transform(parseInterval),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]+$/, "must be letters, digits and signs without spaces")
    .min(MIN_TOKEN_LENGTH, `must be at least ${MIN_TOKEN_LENGTH} characters`)
    .optional(),
  SESSION_SECRET: z.string().min(16, "must be at least 16 characters").optional(),
  SMTP_URL: z
    .string()
    .refine(
      (url) => /^smtps?:\/\/[^/\s]+/.test(url) && URL.canParse(url),
      "must look like smtp://user:password@host:587",
    )
    .optional(),
  MAIL_FROM: z.string().regex(SENDER, "must hold one address, such as 'Paddock <noreply@your.domain>'").optional(),
  MAIL_DIR: z.string().default("data/mail"),
  TRUST_PROXY: z.coerce.number("must be a number of proxies").int().min(0).max(10).default(0),
  MEMBER_QUOTA_MB: z.coerce.number("must be a number of megabytes").int().min(1).default(2048),
  DIGEST_HOUR: z.coerce.number(NO_HOUR).int(NO_HOUR).min(0, NO_HOUR).max(23, NO_HOUR).default(7),
  RATE_LIMITS: z.enum(["on", "off"], "must be on or off").default("on"),
  LOG_LEVEL: z
    .enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"], "must be a pino level, such as info")
    .default("info"),
  MAP_TILE_URL: z.string().refine(isTileUrl, "must look like https://tiles.example.com/{z}/{x}/{y}.png").optional(),
  MAP_ATTRIBUTION: z.string().default("").transform(parseAttribution),
  MAX_CONNECTIONS: z.coerce.number("must be a number of connections").int().min(10).max(1_000_000).default(2000),
  WEB_CONCURRENCY: z.string().default("1").transform(parseProcesses),
  IMAGE_HOSTS: z.string().default("https://res.cloudinary.com").transform(parseImageHosts),
  SITE_NAME: z.string().transform(cleanLine).pipe(z.string().min(1, NO_NAME).max(MAX_SITE_NAME, NO_NAME)).optional(),
  SOCIAL_LINKS: z.string().default("").transform(parseSocialLinks),
  OIDC_ISSUER: z.string().refine(isIssuer, "must be an https:// address without a query").optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_LABEL: z.string().transform(cleanLine).pipe(z.string().min(1, NO_NAME).max(MAX_SITE_NAME, NO_NAME)).optional(),
  OIDC_SECOND_STEP: z.enum(["ours", "theirs"], "must be ours or theirs").default("ours"),
  NODE_ENV: z
    .enum(["production", "development", "test"], "must be production, development or test")
    .default("production"),
});

export interface SocialLink {
  name: string;
  url: string;
}

export interface Env extends Omit<z.infer<typeof schema>, "DATABASE_URL" | "UPLOADS_URL"> {
  databaseFile: string;
  /** UPLOADS_DIR is the same folder, or the working folder of an object store. */
  photoStore: StoreLocation;
  /** Sets the folder UPLOADS_DIR. */
  uploadsVariable: "UPLOADS_URL" | "UPLOADS_DIR";
  /** OpenID Connect; null if not configured. */
  provider: LoginProvider | null;
}

export interface LoginProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** As in "Log in with …". */
  label: string;
}

function readProvider(values: z.infer<typeof schema>): LoginProvider | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = values;
  if (issuer && clientId && clientSecret) {
    return { issuer, clientId, clientSecret, label: values.OIDC_LABEL ?? new URL(issuer).host };
  }
  const isUnset = [issuer, clientId, clientSecret].every((value) => value === undefined);
  if (isUnset) return null;
  throw new EnvError("OIDC_ISSUER is wrong: OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET belong together");
}

function parseLocation(text: string, context: z.RefinementCtx): StoreLocation {
  const location = parseStoreLocation(text);
  if (location === null) {
    context.addIssue({ code: "custom", message: STORE_FORM });
    return z.NEVER;
  }
  return location.kind === "folder" ? { ...location, path: path.resolve(location.path) } : location;
}

/** A store with its own endpoint has no regions, but its protocol requires one. */
export function withRegion<T extends StoreLocation | undefined>(
  location: T,
  source: Record<string, string | undefined> = process.env,
): T {
  if (location?.kind !== "bucket" || location.endpoint === undefined) return location;
  return { region: source.AWS_REGION || source.AWS_DEFAULT_REGION || "us-east-1", ...location };
}

const INTERVAL_FORM = "must be a time from 1m to 24h, such as 15m or 1h, or off";

/** ms; null for off */
function parseInterval(text: string, context: z.RefinementCtx): number | null {
  if (text === "off") return null;
  const [, count = "", unit] = /^([1-9]\d{0,3})([mh])$/.exec(text) ?? [];
  const interval = Number(count) * (unit === "h" ? HOUR : MINUTE);
  if (interval >= MINUTE && interval <= 24 * HOUR) return interval;
  context.addIssue({ code: "custom", message: INTERVAL_FORM });
  return z.NEVER;
}

function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

/** Only scheme, host and port. */
function isOrigin(text: string): boolean {
  return isHttpUrl(text) && !/\s/.test(text) && `${new URL(text).origin}/` === new URL(text).href;
}

const isLocal = (hostname: string) => ["localhost", "127.0.0.1", "[::1]"].includes(hostname);

function isIssuer(text: string): boolean {
  if (!isHttpUrl(text) || /[\s;,'"]/.test(text)) return false;
  const { protocol, hostname, search, hash, username, password } = new URL(text);
  return search + hash + username + password === "" && (protocol === "https:" || isLocal(hostname));
}

/** HTTPS, so that the network cannot see the viewed places; localhost is exempt. */
function isTileUrl(text: string): boolean {
  const parts = ["{z}", "{x}", "{y}"];
  if (!parts.every((part) => text.split(part).length === 2)) return false;
  if (text.replace(/\{[zxy]\}/g, "").includes("{") || !isHttpUrl(text) || /[\s;,'"]/.test(text)) return false;
  const { protocol, hostname, host } = new URL(text);
  return !/[{}%]/.test(host) && (protocol === "https:" || isLocal(hostname));
}

/** "© OpenStreetMap contributors=https://www.openstreetmap.org/copyright", or only a text. */
function parseAttribution(text: string): { text: string; url: string | null } | null {
  const [, name, url] = /^(.*?)\s*=\s*(https?:\/\/\S+)$/.exec(text.trim()) ?? [];
  if (name !== undefined && url !== undefined && isHttpUrl(url)) return { text: name, url };
  return text.trim() === "" ? null : { text: text.trim(), url: null };
}

/** More are a mistake. */
const MAX_PROCESSES = 64;

function parseProcesses(text: string, context: z.RefinementCtx): number {
  if (text === "auto") return Math.min(availableParallelism(), MAX_PROCESSES);
  const count = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (count >= 1 && count <= MAX_PROCESSES) return count;
  context.addIssue({ code: "custom", message: `must be a number of processes up to ${MAX_PROCESSES}, or auto` });
  return z.NEVER;
}

/** As in a Content-Security-Policy. */
function parseImageHosts(text: string, context: z.RefinementCtx): string[] {
  const hosts = text.split(",").map((host) => host.trim());
  if (hosts.some((host) => !isOrigin(host) || /[;'"*]/.test(host))) {
    context.addIssue({ code: "custom", message: "must look like https://images.example.com, separated by commas" });
    return z.NEVER;
  }
  return hosts.map((host) => new URL(host).origin);
}

function parseSocialLinks(text: string, context: z.RefinementCtx): SocialLink[] {
  const links = (text === "" ? [] : text.split(",")).map((part) => {
    const index = part.indexOf("=");
    return { name: part.slice(0, Math.max(index, 0)).trim(), url: part.slice(index + 1).trim() };
  });
  if (links.some(({ name, url }) => name === "" || !isHttpUrl(url) || /\s/.test(url))) {
    context.addIssue({ code: "custom", message: "must look like Name=https://address, separated by commas" });
    return z.NEVER;
  }
  return links;
}

/**
 * An empty value counts as unset.
 * @throws EnvError with one line about the first wrong variable, without its value, which may be a secret
 */
export function readEnv(source: Record<string, string | undefined>): Env {
  const values = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  const blank = Object.keys(schema.shape).find((name) => values[name]?.trim() === "");
  if (blank !== undefined) throw new EnvError(`${blank} is wrong: it holds nothing but blanks`);
  const parsed = schema.safeParse(values);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const name = String(issue?.path[0] ?? "environment");
    throw new EnvError(`${name} is wrong: ${issue?.message}`);
  }
  const { DATABASE_URL, UPLOADS_URL, ...rest } = parsed.data;
  const passwords = ["RESTIC_PASSWORD", "RESTIC_PASSWORD_FILE", "RESTIC_PASSWORD_COMMAND"];
  const missing = !values.RESTIC_REPOSITORY
    ? "RESTIC_REPOSITORY must say where the backups go"
    : passwords.every((name) => !values[name]) && "RESTIC_PASSWORD or RESTIC_PASSWORD_FILE must open the repository";
  if (rest.BACKUP_EVERY !== null && missing) throw new EnvError(`BACKUP_EVERY is wrong: ${missing}`);
  const photoStore = withRegion(UPLOADS_URL, source) ?? { kind: "folder", path: path.resolve(rest.UPLOADS_DIR) };
  return {
    ...rest,
    provider: readProvider(parsed.data),
    photoStore,
    uploadsVariable: UPLOADS_URL?.kind === "folder" ? "UPLOADS_URL" : "UPLOADS_DIR",
    UPLOADS_DIR: photoStore.kind === "folder" ? photoStore.path : path.resolve(rest.UPLOADS_DIR),
    MAIL_DIR: path.resolve(rest.MAIL_DIR),
    databaseFile: path.resolve(DATABASE_URL.slice("file:".length)),
  };
}

/** With the similar setting. */
export const unknownSettings = (source: Record<string, string | undefined> = process.env) =>
  findUnknownSettings(Object.keys(schema.shape), source);

const ALWAYS_SECRET = /SECRET|TOKEN/;
const withoutSecrets = (name: string, value: string) =>
  ALWAYS_SECRET.test(name)
    ? MASK
    : /URL$|REPOSITORY$/.test(name)
      ? value
          .replace(/\/\/.*@/, `//${MASK}@`)
          .replace(/\?.*$/, `?${MASK}`)
          .replace(/^rclone:.*/, `rclone:${MASK}`)
      : value;

const MASK = "•••";

/** Set to other values than the defaults. */
export function changedSettings(source: Record<string, string | undefined> = process.env) {
  return Object.entries(schema.shape).flatMap(([name, rule]) => {
    const value = source[name] || undefined;
    const [used, usual] = [value, undefined].map((text) => JSON.stringify(rule.safeParse(text).data));
    return value === undefined || used === usual ? [] : [{ name, value: withoutSecrets(name, value) }];
  });
}

/** Contains the token for `/setup`. */
export const setupTokenFile = ({ databaseFile }: Pick<Env, "databaseFile">) =>
  path.join(path.dirname(databaseFile), "setup-token");

/**
 * With a check of write access.
 * @throws EnvError with the variable of an unusable folder
 */
export function ensureFolders(settings: Env): void {
  const folders: [string, string][] = [
    ["DATABASE_URL", path.dirname(settings.databaseFile)],
    [settings.uploadsVariable, settings.UPLOADS_DIR],
  ];
  if (settings.SMTP_URL === undefined) folders.push(["MAIL_DIR", settings.MAIL_DIR]);
  for (const [name, folder] of folders) {
    try {
      makeFolder(folder);
      accessSync(folder, constants.W_OK);
    } catch (error) {
      throw new EnvError(`${name} is wrong: ${folder} cannot be written (${(error as NodeJS.ErrnoException).code})`);
    }
  }
}

/**
 * Database, secret and mails are confidential: the process's files are its owner's only. Corrects existing files and
 * default folders; a custom folder may contain other files and stays unchanged.
 */
export function restrictFileModes({ databaseFile, MAIL_DIR }: Env): void {
  process.umask(0o077);
  const folder = path.dirname(databaseFile);
  const secret = path.join(folder, "session-secret");
  for (const file of [databaseFile, `${databaseFile}-wal`, `${databaseFile}-shm`, secret]) setMode(file, "isFile");
  for (const ownFolder of [path.resolve("data"), path.resolve("data/mail")]) {
    if (ownFolder === folder || ownFolder === MAIL_DIR) setMode(ownFolder, "isDirectory");
  }
}

/** Only the right kind: a folder with the database's name is refused later, and others may need it. */
function setMode(file: string, kind: "isFile" | "isDirectory"): void {
  try {
    if (statSync(file)[kind]()) chmodSync(file, kind === "isFile" ? 0o600 : 0o700);
  } catch {
    // Missing, or another user's: opening it reports the error.
  }
}

let cachedEnv: Env | undefined;

/** The only reader of `process.env`; reads once. */
export function env(): Env {
  cachedEnv ??= readEnv(process.env);
  return cachedEnv;
}

/** Or info if invalid: the logger exists before `env()` can report the error. */
export function logLevel(): Env["LOG_LEVEL"] {
  const parsed = schema.shape.LOG_LEVEL.safeParse(process.env.LOG_LEVEL || undefined);
  return parsed.success ? parsed.data : "info";
}

/** HOST, or `localhost` if it listens on every address. */
function listeningHost(): string {
  const { HOST, PORT } = env();
  const host = HOST === "0.0.0.0" || HOST === "::" ? "localhost" : HOST.includes(":") ? `[${HOST}]` : HOST;
  // PORT=0 picks a free one.
  return `${host}:${listeningPort ?? PORT}`;
}

/** Printed at the start, without a trailing slash. */
export const listeningUrl = () => `http://${listeningHost()}`;

/** Of links, without a trailing slash: APP_URL, else `listeningUrl`. */
export const publicUrl = (): string => env().APP_URL ?? listeningUrl();

const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])(?=:\d+$)/i;

/** Another loopback name than the printed one. The names do not share cookies, and mail links use the printed one. */
export function isOtherLoopback(host: string): boolean {
  if (env().APP_URL !== undefined || !LOOPBACK.test(host)) return false;
  const ownHost = listeningHost();
  const [, port] = /:(\d+)$/.exec(host) ?? [];
  return LOOPBACK.test(ownHost) && ownHost.endsWith(`:${port}`) && ownHost !== host.toLowerCase();
}

let listeningPort: number | undefined;

/** For the server, once it listens. */
export function setListeningPort(port: number): void {
  listeningPort = port;
}
