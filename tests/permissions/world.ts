import { randomBytes } from "node:crypto";
import { fold } from "~/lib/text";
import { DAY, HOUR, now, SECOND } from "~/lib/time";
import { hashToken, newToken } from "~/lib/tokens.server";
import { codeAt } from "../support/authenticator";
import { GOOD_EVENT } from "../support/good-event";
import type { Insert } from "./insert";
import type { KeepPicture } from "./stored";

/** The server that worlds are created on. */
export interface Site {
  insert: Insert;
  /** Shared by all people. */
  passwordHash: string;
  switchOff(userId: number): number;
  /** Without it images have a name and no file. */
  keepPicture?: KeepPicture;
  /** Without it uploads have a row and no file. */
  keepUpload?: (id: string) => void;
}

/** The people who send requests. The last three hold an invalid token and count as visitors. */
export const PEOPLE = ["visitor", "member", "owner", "other", "admin", "deactivated", "logged out", "expired"] as const;
export type Person = (typeof PEOPLE)[number];

export const isDead = (person: Person) => PEOPLE.indexOf(person) > PEOPLE.indexOf("admin");

let serial = 0;

function newEmail(): string {
  serial += 1;
  return `person${serial}@example.com`;
}

/** The rows that one request needs, created on first access, so that no request disturbs another. */
export class World {
  readonly #kept = new Map<string, number>();
  readonly #uploadId = randomBytes(16).toString("hex");
  readonly #emails = new Map<string, string>();
  /** The requesting person's token, where they have a session. */
  readonly sessionToken: string | null;
  readonly verifyToken: string;
  readonly resetToken: string;
  /** The owner's. */
  readonly unsubscribeKey = newToken().slice(0, 22);

  constructor(
    readonly site: Site,
    readonly person: Person,
  ) {
    this.sessionToken = ["member", "owner", "other", "admin", "expired"].includes(person) ? newToken() : null;
    if (this.sessionToken) this.#session(this.actorId, this.sessionToken, person === "expired" ? -1000 : DAY);
    this.verifyToken = newToken();
    this.resetToken = newToken();
  }

  #once(name: string, make: () => number): number {
    const id = this.#kept.get(name) ?? make();
    this.#kept.set(name, id);
    return id;
  }

  /** A person. */
  #user(name: string, role = "user"): number {
    return this.#once(name, () => {
      const email = newEmail();
      this.#emails.set(name, email);
      const times = { verified_at: now(), created_at: now() };
      const key = { unsubscribe_key: name === "owner" ? this.unsubscribeKey : null };
      const secrets = { password_hash: this.site.passwordHash, ...key };
      const values = { name, name_folded: fold(name), email, role, ...secrets, ...times };
      return this.site.insert("users", values);
    });
  }

  #garage(name: string): number {
    return this.#once(`${name}'s garage`, () => {
      const location = { location: "Goodwood, England", place_text: "Goodwood, England" };
      const values = { user_id: this.#user(name), name: "Garage", name_folded: "garage", ...location };
      return this.site.insert("garages", { ...values, created_at: now(), updated_at: now() });
    });
  }

  #vehicle(name: string): number {
    return this.#once(`${name}'s vehicle`, () => {
      const what = { make: "Lotus", model: "Elan", year: 1967, search_text: "1967 lotus elan" };
      const where = { garage_id: this.#garage(name), user_id: this.#user(name) };
      return this.site.insert("vehicles", { ...what, ...where, created_at: now(), updated_at: now() });
    });
  }

  #photo(name: string): number {
    return this.#once(`${name}'s photo`, () => {
      const photo = `https://photos.example.com/${this.#vehicle(name)}.jpg`;
      return this.site.insert("photos", { vehicle_id: this.#vehicle(name), photo, position: 1, created_at: now() });
    });
  }

  /** An entry of a build log, with a photo. */
  #entry(name: string): number {
    return this.#once(`${name}'s entry`, () => {
      const where = { vehicle_id: this.#vehicle(name), user_id: this.#user(name) };
      const what = { kind: "Note", title: "Tyres", date: "2026-05-01" };
      return this.site.insert("build_entries", { ...where, ...what, created_at: now(), updated_at: now() });
    });
  }

  #entryPhoto(name: string): number {
    return this.#once(`${name}'s photo of an entry`, () => {
      const where = { vehicle_id: this.#vehicle(name), entry_id: this.#entry(name), position: 1 };
      const photo = `https://photos.example.com/entry-${this.#entry(name)}.jpg`;
      return this.site.insert("photos", { ...where, photo, created_at: now() });
    });
  }

  #event(status: string): number {
    return this.#once(`${status} event`, () => {
      const { startDate, endDate, shortDescription, fullDescription, ...rest } = GOOD_EVENT;
      const texts = { short_description: shortDescription, full_description: fullDescription };
      const where = { user_id: this.ownerId, status, title_folded: fold(rest.title), place_text: rest.location };
      const times = { start_date: startDate, end_date: endDate, created_at: now(), updated_at: now() };
      return this.site.insert("events", { ...rest, ...texts, ...where, ...times });
    });
  }

  #session(userId: number, token: string, lasts: number): number {
    const times = {
      created_at: now(),
      authenticated_at: now(),
      last_seen_at: now(),
      expires_at: now() + lasts,
    };
    return this.site.insert("sessions", { user_id: userId, token_hash: hashToken(token), ...times });
  }

  /** A code for a second step that the requesting person is setting up; valid for at least a minute. */
  get secondStepCode() {
    const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
    this.#once("second step", () =>
      this.site.insert("second_steps", { user_id: this.actorId, secret, created_at: now() }),
    );
    return codeAt(secret, now() + 30 * SECOND);
  }

  #mailToken(purpose: string, token: string): string {
    const times = { created_at: now(), expires_at: now() + HOUR };
    this.#once(purpose, () =>
      this.site.insert("mail_tokens", { user_id: this.ownerId, purpose, token_hash: hashToken(token), ...times }),
    );
    return token;
  }

  /** A pending sign-up, whose link any browser may open. */
  #signUpToken(token: string): string {
    this.#once("sign-up", () => {
      const who = { name: "New Person", email: newEmail(), password_hash: this.site.passwordHash };
      const id = this.site.insert("sign_ups", { ...who, browser_hash: hashToken(newToken()), created_at: now() });
      const times = { created_at: now(), expires_at: now() + HOUR };
      return this.site.insert("sign_up_tokens", { sign_up_id: id, token_hash: hashToken(token), ...times });
    });
    return token;
  }

  /** Content of a deactivated member. */
  #hidden<T>(pick: (name: string) => T): T {
    this.#photo("hidden");
    this.#entryPhoto("hidden");
    this.#once("switched off", () => this.site.switchOff(this.#user("hidden")));
    return pick("hidden");
  }

  get ownerId() {
    return this.#user("owner");
  }
  get userId() {
    return this.ownerId;
  }
  /** The requesting person; for visitors the owner. */
  get actorId(): number {
    const { person } = this;
    if (person === "member") return this.#user("member");
    if (person === "admin") return this.#user("admin", "admin");
    if (person !== "other") return this.ownerWithGarageId;
    this.#vehicle("other");
    return this.#user("other");
  }
  get ownerWithGarageId() {
    this.#garage("owner");
    return this.ownerId;
  }
  /** A vehicle of the requesting person, if they can have one, else the owner's. */
  get actorVehicleId() {
    return this.#vehicle(this.person === "other" ? "other" : "owner");
  }
  get garagelessId() {
    return this.#user("garageless");
  }
  get garageId() {
    return this.#garage("owner");
  }
  get vehicleId() {
    return this.#vehicle("owner");
  }
  get photoId() {
    return this.#photo("owner");
  }
  get neighbourVehicleId() {
    return this.#vehicle("neighbour");
  }
  get neighbourPhotoId() {
    return this.#photo("neighbour");
  }
  get neighbourPhotoName() {
    return this.neighbourPhotoId && `https://photos.example.com/${this.neighbourVehicleId}.jpg`;
  }
  get neighbourSessionId() {
    return this.#once("neighbour's session", () => this.#session(this.#user("neighbour"), newToken(), DAY));
  }
  get hiddenUserId() {
    return this.#hidden((name) => this.#user(name));
  }
  get hiddenGarageId() {
    return this.#hidden((name) => this.#garage(name));
  }
  get hiddenVehicleId() {
    return this.#hidden((name) => this.#vehicle(name));
  }
  get hiddenPhotoId() {
    return this.#hidden((name) => this.#photo(name));
  }
  get entryId() {
    return this.#entry("owner");
  }
  get entryPhotoId() {
    return this.#entryPhoto("owner");
  }
  get hiddenEntryId() {
    return this.#hidden((name) => this.#entry(name));
  }
  get hiddenEntryPhotoId() {
    return this.#hidden((name) => this.#entryPhoto(name));
  }
  #parties(by: string, under: string) {
    return { user_id: this.#user(by), vehicle_id: this.#vehicle(under) };
  }
  #comment(by: string, under: string) {
    return this.#once(`comment by ${by}`, () =>
      this.site.insert("comments", { ...this.#parties(by, under), text: "A fine thing.", created_at: now() }),
    );
  }
  #review(by: string, of: string) {
    return this.#once(`review by ${by}`, () => {
      const times = { created_at: now(), updated_at: now() };
      const parties = { garage_id: this.#garage(of), user_id: this.#user(by) };
      return this.site.insert("reviews", { ...parties, rating: 5, review: "Tidy.", ...times });
    });
  }
  /** The owner's own, under somebody else's vehicle. */
  get commentId() {
    return this.#comment("owner", "neighbour");
  }
  /** Somebody else's, under the owner's vehicle. */
  get guestCommentId() {
    return this.#comment("neighbour", "owner");
  }
  get reviewId() {
    return this.#review("owner", "neighbour");
  }
  get guestReviewId() {
    return this.#review("neighbour", "owner");
  }
  /** Live; the owner has submitted it, like the other two. */
  get eventId() {
    return this.#event("approved");
  }
  get pendingEventId() {
    return this.#event("pending");
  }
  get rejectedEventId() {
    return this.#event("rejected");
  }
  get ticketId() {
    return this.#once("ticket", () => {
      const texts = { category: "Bug Report", subject: "Horn", description: "Sounds by itself." };
      return this.site.insert("tickets", { user_id: this.ownerId, ...texts, created_at: now(), updated_at: now() });
    });
  }
  /** Told to the owner: their vehicle is liked. */
  get notificationId() {
    return this.#once("notification", () => {
      const what = { user_id: this.ownerId, kind: "like", vehicle_id: this.vehicleId, day: 1, count: 1 };
      return this.site.insert("notifications", { ...what, created_at: now() });
    });
  }
  get verifyLink() {
    return this.#signUpToken(this.verifyToken);
  }
  get resetLink() {
    this.garageId;
    return this.#mailToken("reset-password", this.resetToken);
  }
  /** Stops the owner's mail about comments and reviews. */
  get unsubscribeLink() {
    return `${this.ownerId && this.unsubscribeKey}.comment-review`;
  }
  get photoName() {
    return this.photoId && `https://photos.example.com/${this.vehicleId}.jpg`;
  }
  /** The owner's, of which nothing has come yet. */
  get uploadId() {
    this.#once("upload", () => {
      this.site.keepUpload?.(this.#uploadId);
      const what = { id: this.#uploadId, user_id: this.ownerId, filename: "a.jpg", size: 9 };
      return this.site.insert("uploads", { ...what, created_at: now() });
    });
    return this.#uploadId;
  }
  get newEmail() {
    return newEmail();
  }
  get ownerEmail() {
    return this.ownerId && this.#emails.get("owner")!;
  }
}
