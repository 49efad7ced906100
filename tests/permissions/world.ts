import { randomBytes } from "node:crypto";
import { fold } from "~/lib/text";
import { DAY, HOUR, now, SECOND } from "~/lib/time";
import { hashToken, newToken } from "~/lib/tokens.server";
import { codeAt } from "../support/authenticator";
import { GOOD_EVENT } from "../support/good-event";
import type { Insert } from "./insert";
import type { KeepPicture } from "./stored";

export interface Site {
  insert: Insert;
  passwordHash: string;
  switchOff(userId: number): number;
  /** Without it images have no file. */
  keepPicture?: KeepPicture;
  /** Without it uploads have no file. */
  keepUpload?: (id: string) => void;
}

/** For an admin; in the year 2100. */
export const CHANGE_REVISION = 4_102_444_800_000;

/** The last three have an invalid token and count as visitors. */
export const VIEWER_KINDS = [
  "visitor",
  "member",
  "owner",
  "other",
  "moderator",
  "admin",
  "deactivated",
  "logged out",
  "expired",
] as const;
export type ViewerKind = (typeof VIEWER_KINDS)[number];

export const isDead = (viewer: ViewerKind) => VIEWER_KINDS.indexOf(viewer) > VIEWER_KINDS.indexOf("admin");

let serial = 0;

function newEmail(): string {
  serial += 1;
  return `person${serial}@example.com`;
}

class Maker {
  readonly #kept: Map<string, number>;
  readonly #uploadId = randomBytes(16).toString("hex");
  readonly emails = new Map<string, string>();
  /** The sender's, if they have a session. */
  readonly sessionToken: string | null;
  readonly verifyToken: string;
  readonly resetToken: string;
  readonly reportKey = newToken();
  readonly caseKey = newToken();
  /** The owner's. */
  readonly unsubscribeKey = newToken().slice(0, 22);
  readonly calendarKey = newToken();

  constructor(
    readonly site: Site,
    readonly viewer: ViewerKind,
    /** By the name for `once`. */
    ids: Readonly<Record<string, number>> = {},
  ) {
    this.#kept = new Map(Object.entries(ids));
    this.sessionToken = ["member", "owner", "other", "moderator", "admin", "expired"].includes(viewer)
      ? newToken()
      : null;
    if (this.sessionToken) this.session(this.actor(), this.sessionToken, viewer === "expired" ? -1000 : DAY);
    this.verifyToken = newToken();
    this.resetToken = newToken();
  }

  once(name: string, make: () => number): number {
    const id = this.#kept.get(name) ?? make();
    this.#kept.set(name, id);
    return id;
  }

  user(name: string, role = "user"): number {
    return this.once(name, () => {
      const email = newEmail();
      this.emails.set(name, email);
      const times = { verified_at: now(), created_at: now() };
      const key = {
        unsubscribe_key: name === "owner" ? this.unsubscribeKey : null,
        calendar_key: name === "owner" ? this.calendarKey : null,
      };
      const secrets = { password_hash: this.site.passwordHash, ...key };
      const values = { name, name_folded: fold(name), email, role, ...secrets, ...times };
      return this.site.insert("users", values);
    });
  }

  garage(name: string): number {
    return this.once(`${name}'s garage`, () => {
      const location = { location: "Goodwood, England", place_text: "Goodwood, England" };
      const values = { user_id: this.user(name), name: "Garage", name_folded: "garage", ...location };
      return this.site.insert("garages", { ...values, created_at: now(), updated_at: now() });
    });
  }

  vehicle(name: string): number {
    return this.once(`${name}'s vehicle`, () => {
      const fields = { make: "Lotus", model: "Elan", year: 1967, search_text: "1967 lotus elan" };
      const where = { garage_id: this.garage(name), user_id: this.user(name) };
      return this.site.insert("vehicles", { ...fields, ...where, created_at: now(), updated_at: now() });
    });
  }

  photo(name: string): number {
    return this.once(`${name}'s photo`, () => {
      const photo = photoNameOf(this.vehicle(name));
      return this.site.insert("photos", { vehicle_id: this.vehicle(name), photo, position: 1, created_at: now() });
    });
  }

  entry(name: string): number {
    return this.once(`${name}'s entry`, () => {
      const where = { vehicle_id: this.vehicle(name), user_id: this.user(name) };
      const fields = { kind: "Note", title: "Tyres", date: "2026-05-01" };
      return this.site.insert("build_entries", { ...where, ...fields, created_at: now(), updated_at: now() });
    });
  }

  entryPhoto(name: string): number {
    return this.once(`${name}'s photo of an entry`, () => {
      const where = { vehicle_id: this.vehicle(name), entry_id: this.entry(name), position: 1 };
      const photo = `https://photos.example.com/entry-${this.entry(name)}.jpg`;
      return this.site.insert("photos", { ...where, photo, created_at: now() });
    });
  }

  event(status: string, name = status, more: Record<string, string | number> = {}): number {
    return this.once(`${name} event`, () => {
      const { startDate, endDate, shortDescription, fullDescription, ...rest } = {
        ...GOOD_EVENT,
        ...(name !== status && { title: `Evening, ${name}` }),
      };
      const texts = { short_description: shortDescription, full_description: fullDescription };
      const where = { user_id: this.user("owner"), status, title_folded: fold(rest.title), place_text: rest.location };
      const times = { start_date: startDate, end_date: endDate, created_at: now(), updated_at: now() };
      return this.site.insert("events", { ...rest, ...texts, ...where, ...times, ...more });
    });
  }

  session(userId: number, token: string, lasts: number): number {
    const times = { created_at: now(), authenticated_at: now(), last_seen_at: now(), expires_at: now() + lasts };
    return this.site.insert("sessions", { user_id: userId, token_hash: hashToken(token), ...times });
  }

  passkey(): number {
    return this.once("passkey", () => {
      const key = { credential_id: newToken(), public_key: "", name: "Phone" };
      return this.site.insert("passkeys", { user_id: this.user("owner"), ...key, created_at: now() });
    });
  }

  /** Valid for at least a minute. */
  secondStep() {
    const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
    this.once("second step", () =>
      this.site.insert("second_steps", { user_id: this.actor(), secret, created_at: now() }),
    );
    return codeAt(secret, now() + 30 * SECOND);
  }

  mailToken(purpose: string, token: string, more: Record<string, unknown> = {}): string {
    const times = { created_at: now(), expires_at: now() + HOUR };
    const columns = { user_id: this.user("owner"), purpose, token_hash: hashToken(token), ...times, ...more };
    this.once(purpose, () => this.site.insert("mail_tokens", columns));
    return token;
  }

  emailToken(purpose: "confirm-email" | "undo-email"): string {
    const id = this.once("change of address", () => {
      const user = this.user("owner");
      const addresses = { old_email: this.emails.get("owner") ?? newEmail(), new_email: newEmail() };
      return this.site.insert("email_changes", { user_id: user, ...addresses, created_at: now() });
    });
    return this.mailToken(purpose, `${this.resetToken}-${purpose}`, { email_change_id: id });
  }

  /** Its link works in any browser. */
  signUpToken(token: string): string {
    this.once("sign-up", () => {
      const applicant = { name: "New Person", email: newEmail(), password_hash: this.site.passwordHash };
      const id = this.site.insert("sign_ups", { ...applicant, browser_hash: hashToken(newToken()), created_at: now() });
      const times = { created_at: now(), expires_at: now() + HOUR };
      return this.site.insert("sign_up_tokens", { sign_up_id: id, token_hash: hashToken(token), ...times });
    });
    return token;
  }

  hidden<T>(pick: (name: string) => T): T {
    this.photo("hidden");
    this.entryPhoto("hidden");
    this.once("switched off", () => this.site.switchOff(this.user("hidden")));
    return pick("hidden");
  }

  /** For visitors the owner. */
  actor(): number {
    const { viewer } = this;
    if (viewer === "member") return this.user("member");
    if (viewer === "admin") return this.user("admin", "admin");
    const name = viewer === "other" || viewer === "moderator" ? viewer : "owner";
    if (name === "moderator") this.user(name, "moderator");
    if (name !== "owner") this.vehicle(name);
    this.garage(name);
    return this.user(name);
  }

  #parties(by: string, under: string) {
    return { user_id: this.user(by), vehicle_id: this.vehicle(under) };
  }

  comment(by: string, under: string): number {
    return this.once(`comment by ${by}`, () =>
      this.site.insert("comments", { ...this.#parties(by, under), text: "A fine thing.", created_at: now() }),
    );
  }

  review(by: string, garageOwner: string): number {
    return this.once(`review by ${by}`, () => {
      const times = { created_at: now(), updated_at: now() };
      const parties = { garage_id: this.garage(garageOwner), user_id: this.user(by) };
      return this.site.insert("reviews", { ...parties, rating: 5, review: "Tidy.", ...times });
    });
  }

  changedEvent(): number {
    return this.once("change", () => {
      const event_id = this.event("approved", "changed");
      const times = { created_at: now(), updated_at: CHANGE_REVISION };
      this.site.insert("event_changes", { event_id, title: "Water-Cooled Evening", ...times });
      return event_id;
    });
  }

  /** About the owner's comment. */
  case(state: "open" | "decided" | "appealed"): number {
    return this.once(`${state} case`, () => {
      const thing_id = this.comment("owner", "neighbour");
      const ownerFields = { person_id: this.user("owner"), person_name: "owner", snapshot: "{}", created_at: now() };
      const subject = { kind: "comment", thing_id, about: `/comments/${thing_id}` };
      const decision = { measure: "warn", rule: "Be kind", facts: "You were not kind at all.", decided_at: now() };
      const objection = { objection: "But I was.", objected_at: now() };
      return this.site.insert("cases", {
        ...{ ...ownerFields, ...subject, state },
        ...(state !== "open" && decision),
        ...(state === "decided" && { key: this.caseKey }),
        ...(state === "appealed" && objection),
      });
    });
  }

  held(): number {
    return this.once("hold", () => {
      const comment = { ...this.#parties("owner", "neighbour"), text: "See www.example.com", hidden: 4 };
      const thing_id = this.site.insert("comments", { ...comment, created_at: now() });
      const fields = { user_id: this.user("owner"), kind: "comment", thing_id };
      return this.site.insert("holds", { ...fields, created_at: now() });
    });
  }

  ticket(): number {
    return this.once("ticket", () => {
      const texts = { category: "Bug Report", subject: "Horn", description: "Sounds by itself." };
      return this.site.insert("tickets", {
        user_id: this.user("owner"),
        ...texts,
        created_at: now(),
        updated_at: now(),
      });
    });
  }

  /**
   * About the owner's vehicle.
   * @returns its token
   */
  report(): string {
    this.once("report", () => {
      const thing = { kind: "vehicle", thing_id: this.vehicle("owner"), about: `/vehicles/${this.vehicle("owner")}` };
      const viewer = { person_id: this.user("owner"), person_name: "owner" };
      const case_id = this.site.insert("cases", { ...thing, ...viewer, snapshot: "{}", created_at: now() });
      const fields = { reason: "spam", text: "Sells watches.", name: "Vic", email: "vic@example.com" };
      return this.site.insert("reports", { case_id, ...fields, token: this.reportKey, created_at: now() });
    });
    return this.reportKey;
  }

  notification(): number {
    return this.once("notification", () => {
      const fields = { user_id: this.user("owner"), kind: "like", vehicle_id: this.vehicle("owner"), day: 1, count: 1 };
      return this.site.insert("notifications", { ...fields, created_at: now() });
    });
  }

  invite(email: string | null = null): number {
    return this.once(`invite ${email}`, () => {
      const fields = { user_id: this.user("owner"), token: newToken(), uses: 1, ends_at: now() + DAY, email };
      return this.site.insert("invites", { ...fields, created_at: now() });
    });
  }

  application(): number {
    return this.once("application", () => {
      const applicant = { name: "New Person", email: newEmail(), password_hash: this.site.passwordHash };
      return this.site.insert("applications", { ...applicant, answer: "I like cars.", created_at: now() });
    });
  }

  upload(): string {
    this.once("upload", () => {
      this.site.keepUpload?.(this.#uploadId);
      const fields = { id: this.#uploadId, user_id: this.user("owner"), filename: "a.jpg", size: 9 };
      return this.site.insert("uploads", { ...fields, created_at: now() });
    });
    return this.#uploadId;
  }
}

const NEVER = 8_640_000_000_000_000;

/** Each is created on first use. */
const THINGS = {
  actorId: (world: Maker) => world.actor(),
  ownerId: (world: Maker) => world.user("owner"),
  userId: (world: Maker) => world.user("owner"),
  ownerWithGarageId: (world: Maker) => world.garage("owner") && world.user("owner"),
  garagelessId: (world: Maker) => world.user("garageless"),
  activeUserId: (world: Maker) => world.user("garageless"),
  hiddenUserId: (world: Maker) => world.hidden((name) => world.user(name)),
  newEmail: (_: Maker) => newEmail(),
  ownerEmail: (world: Maker) => world.emails.get(world.user("owner") ? "owner" : "")!,

  garageId: (world: Maker) => world.garage("owner"),
  neighbourGarageId: (world: Maker) => world.garage("neighbour"),
  hiddenGarageId: (world: Maker) => world.hidden((name) => world.garage(name)),
  vehicleId: (world: Maker) => world.vehicle("owner"),
  /** The sender's if possible, else the owner's. */
  actorVehicleId: (world: Maker) =>
    world.vehicle(["other", "moderator"].includes(world.viewer) ? world.viewer : "owner"),
  neighbourId: (world: Maker) => world.user("neighbour"),
  neighbourVehicleId: (world: Maker) => world.vehicle("neighbour"),
  hiddenVehicleId: (world: Maker) => world.hidden((name) => world.vehicle(name)),
  photoId: (world: Maker) => world.photo("owner"),
  photoVehicleId: (world: Maker) => world.photo("owner") && world.vehicle("owner"),
  photoName: (world: Maker) => world.photo("owner") && photoNameOf(world.vehicle("owner")),
  neighbourPhotoId: (world: Maker) => world.photo("neighbour"),
  neighbourPhotoName: (world: Maker) => world.photo("neighbour") && photoNameOf(world.vehicle("neighbour")),
  hiddenPhotoId: (world: Maker) => world.hidden((name) => world.photo(name)),
  entryId: (world: Maker) => world.entry("owner"),
  hiddenEntryId: (world: Maker) => world.hidden((name) => world.entry(name)),
  entryPhotoId: (world: Maker) => world.entryPhoto("owner"),
  hiddenEntryPhotoId: (world: Maker) => world.hidden((name) => world.entryPhoto(name)),

  /** The owner's, under another vehicle. */
  commentId: (world: Maker) => world.comment("owner", "neighbour"),
  /** Another user's, under the owner's vehicle. */
  guestCommentId: (world: Maker) => world.comment("neighbour", "owner"),
  reviewId: (world: Maker) => world.review("owner", "neighbour"),
  guestReviewId: (world: Maker) => world.review("neighbour", "owner"),
  /** The owner submitted it, like the other two. */
  eventId: (world: Maker) => world.event("approved"),
  pendingEventId: (world: Maker) => world.event("pending"),
  rejectedEventId: (world: Maker) => world.event("rejected"),
  /** Live, with a pending change. */
  changedEventId: (world: Maker) => world.changedEvent(),
  cancelledEventId: (world: Maker) => world.event("approved", "cancelled", { cancelled_at: now() }),
  seriesEventId: (world: Maker) => {
    const day = "2027-05-01";
    const rule = { every: "week", count: 2, start_date: day, last_made: day, created_at: now() };
    const series = world.once("series", () => world.site.insert("event_series", rule));
    return world.event("approved", "series event", { series_id: series, recurrence_date: day });
  },
  ticketId: (world: Maker) => world.ticket(),
  /** Given up, so that the worker leaves it alone. */
  mailId: (world: Maker) => {
    const mail = { kind: "verify-email", recipient: newEmail(), payload: "{}", attempts: 9, last_error: "550 No" };
    const times = { next_attempt_at: NEVER, created_at: now() };
    return world.once("mail", () => world.site.insert("mail_outbox", { ...mail, ...times }));
  },
  caseId: (world: Maker) => world.case("open"),
  decidedCaseId: (world: Maker) => world.case("decided"),
  /** About the owner. */
  decisionKey: (world: Maker) => String(world.case("decided") && world.caseKey),
  appealedCaseId: (world: Maker) => world.case("appealed"),
  reportToken: (world: Maker) => world.report(),
  blockId: (world: Maker) =>
    world.once("block", () => world.site.insert("network_blocks", { ...blockFields(), created_at: now() })),
  inviteId: (world: Maker) => world.invite(),
  mailedInviteId: (world: Maker) => world.invite("invited@example.com"),
  applicationId: (world: Maker) => world.application(),
  heldId: (world: Maker) => world.held(),
  notificationId: (world: Maker) => world.notification(),
  uploadId: (world: Maker) => world.upload(),

  neighbourSessionId: (world: Maker) =>
    world.once("neighbour's session", () => world.session(world.user("neighbour"), newToken(), DAY)),
  passkeyId: (world: Maker) => world.passkey(),
  /** With two-step verification. */
  guardedUserId: (world: Maker) => {
    const user = world.user("guarded");
    const times = { created_at: now(), confirmed_at: now() };
    world.once("their second step", () => world.site.insert("second_steps", { user_id: user, secret: "A", ...times }));
    return user;
  },
  /** A new address waits for confirmation. */
  movingUserId: (world: Maker) => (world.emailToken("confirm-email") ? world.user("owner") : 0),
  secondStepCode: (world: Maker) => world.secondStep(),
  verifyLink: (world: Maker) => world.signUpToken(world.verifyToken),
  resetLink: (world: Maker) => String(world.garage("owner") && world.mailToken("reset-password", world.resetToken)),
  confirmLink: (world: Maker) => world.emailToken("confirm-email"),
  undoLink: (world: Maker) => world.emailToken("undo-email"),
  calendarLink: (world: Maker) => `${world.user("owner") && world.calendarKey}`,
  /** Stops mail to the owner about comments and reviews. */
  unsubscribeLink: (world: Maker) => `${world.user("owner") && world.unsubscribeKey}.comment-review`,
};

let networks = 0;
/** Each an own network. */
export const blockFields = () => ({ network: `2001:db8:${(++networks).toString(16)}::/48`, reason: "Spam" });

const photoNameOf = (vehicleId: number) => `https://photos.example.com/${vehicleId}.jpg`;

export type World = Maker & { readonly [Name in keyof typeof THINGS]: ReturnType<(typeof THINGS)[Name]> };

for (const [name, make] of Object.entries(THINGS)) {
  Object.defineProperty(Maker.prototype, name, {
    get(this: Maker) {
      return make(this);
    },
  });
}

/** For one request, so that none affects another. */
export const World = Maker as new (...args: ConstructorParameters<typeof Maker>) => World;
