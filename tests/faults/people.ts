import { setTimeout as pause } from "node:timers/promises";
import Database from "better-sqlite3";
import { browserLike } from "../support/browser-like";
import { bearerOf, type Owner, signUpWithGarage } from "../support/members";
import type { Site } from "./site";

/** Somebody with a garage and one vehicle that everybody may comment on and like. */
export interface Person {
  id: string;
  name: string;
  email: string;
  password: string;
  token: string;
  /** Value of a Cookie header. */
  cookie: string;
  garageId: string;
  /** The vehicle that stays. */
  vehicleId: string;
}

/** Signs so many people up at a running site, 26 at most. */
export function makePeople(site: Site, count: number): Promise<Person[]> {
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"].slice(0, count);
  return Promise.all(letters.map((letter) => makePerson(site, `Driver ${letter}`)));
}

async function makePerson(site: Site, name: string): Promise<Person> {
  const database = new Database(site.databaseFile);
  const owner = await signUpWithGarage({ url: site.url, database }, name).finally(() => database.close());
  const token = await bearerOf(site, owner);
  const vehicle = { make: "Lotus", model: `Main of ${name}`, year: 1967 };
  const { status, json } = await browserLike(site).api("POST", "/vehicles", vehicle, { token });
  if (status !== 201) throw new Error(`no vehicle: ${status} ${json?.message}`);
  return { ...personOf(owner), token, vehicleId: json.data.doc._id };
}

function personOf({ id, name, email, password, garageId, browser }: Owner) {
  const cookie = [...browser.cookies].map(([key, value]) => `${key}=${value}`).join("; ");
  return { id, name, email, password, garageId, cookie };
}

/** Waits until `holds`, at most `seconds`. @returns whether it did */
export async function eventually(holds: () => boolean | Promise<boolean>, seconds = 15): Promise<boolean> {
  const deadline = Date.now() + seconds * 1000;
  for (;;) {
    if (await holds()) return true;
    if (Date.now() > deadline) return false;
    await pause(20);
  }
}
