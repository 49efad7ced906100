import { garages, users } from "~/db/schema";
import { fold } from "~/lib/text";
import { DAY, HOUR, MINUTE } from "~/lib/time";
import { createInserter, nextId, writeInBatches } from "./insert";
import { createPlacer } from "./places";
import type { Random } from "./random";
import { createDeck } from "./texts/decks";
import { createGarageDescriber, createGarageNamer } from "./texts/garages";
import { BIOS, type SamplePerson, sampleAddress, samplePerson } from "./texts/people";

/** Oldest account first; every list has one entry per owner. */
export interface Owners {
  count: number;
  userIds: number[];
  garageIds: number[];
  /** Of the account and then the garage, ms since 1970. */
  joinedAt: number[];
  openedAt: number[];
  towns: string[];
  countries: string[];
  locations: string[];
  firstEmail: string;
}

interface OwnerSettings {
  count: number;
  passwordHash: string;
  avatars: string[];
  isDemo: boolean;
  now: number;
}

/** Up to this many owners, no text repeats. */
const MAX_UNIQUE_BIOS = BIOS.length;

const HISTORY = 3 * 365 * DAY;

interface Draft {
  person: SamplePerson;
  avatar: string;
  bio: string;
  garageName: string;
  description: string;
  address: string | null;
  showOnMap: boolean;
  joinedAt: number;
  openedAt: number;
}

/** Verified and active accounts, each with a garage. */
export async function seedOwners(random: Random, settings: OwnerSettings): Promise<Owners> {
  const { count } = settings;
  const owners: Owners = {
    count,
    userIds: [],
    garageIds: [],
    joinedAt: [],
    openedAt: [],
    towns: [],
    countries: [],
    locations: [],
    firstEmail: "",
  };
  const pickPortrait = createPortraitPicker(random, settings.avatars);
  const nameGarage = createGarageNamer(random);
  const describeGarage = createGarageDescriber(random, count > MAX_UNIQUE_BIOS);
  const bios = createDeck(random, BIOS, count > MAX_UNIQUE_BIOS);
  const draft = (index: number): Draft => {
    const person = samplePerson(random, index);
    // More users join each year.
    const share = ((index + random.next()) / count) ** 0.7;
    const joinedAt = Math.floor(settings.now - HISTORY + share * (HISTORY - DAY));
    return {
      person,
      avatar: pickPortrait(person),
      bio: random.chance(0.92) ? (bios.deal() ?? "") : "",
      garageName: nameGarage(person),
      description: describeGarage(person, !settings.isDemo),
      address: random.chance(0.15) ? sampleAddress(random, person) : null,
      showOnMap: random.chance(0.6),
      joinedAt,
      openedAt: joinedAt + random.int(4 * MINUTE, 6 * HOUR),
    };
  };
  await writeInBatches(count, draft, () => 2, createOwnerWriter(owners, settings.passwordHash));
  return owners;
}

function createOwnerWriter(owners: Owners, passwordHash: string): (drafts: Draft[]) => void {
  const insertUser = createInserter(users);
  const insertGarage = createInserter(garages);
  const placeLocation = createPlacer();
  return (drafts) => {
    const firstUser = nextId("users");
    const firstGarage = nextId("garages");
    for (const [index, draft] of drafts.entries()) {
      const { person, joinedAt, openedAt, address, showOnMap, description, avatar, bio } = draft;
      const [userId, garageId] = [firstUser + index, firstGarage + index];
      const email = sampleEmail(person, userId);
      insertUser({
        id: userId,
        name: person.name,
        nameFolded: fold(person.name),
        email,
        passwordHash,
        avatar,
        bio,
        location: person.location,
        verifiedAt: joinedAt + MINUTE,
        createdAt: joinedAt,
      });
      insertGarage({
        id: garageId,
        userId,
        name: draft.garageName,
        nameFolded: fold(draft.garageName),
        description,
        location: person.location,
        ...placeLocation(person.location),
        isPublicAddress: address !== null,
        address,
        showOnMap,
        createdAt: openedAt,
        updatedAt: openedAt,
      });
      owners.userIds.push(userId);
      owners.garageIds.push(garageId);
      owners.joinedAt.push(joinedAt);
      owners.openedAt.push(openedAt);
      owners.towns.push(person.town);
      owners.countries.push(person.country);
      owners.locations.push(person.location);
      owners.firstEmail ||= email;
    }
  };
}

/** Unique by the id; `.example` domains have no owner. */
function sampleEmail(person: SamplePerson, userId: number): string {
  const handle = fold(person.givenName).replace(/[^a-z]/g, "") || "member";
  return `${handle}${userId}@paddock.example`;
}

/** Indexes of avatars; after thirteen they repeat. */
const WOMENS_AVATARS = new Set([1, 4, 8, 10, 12]);
const DIFFERENT_AVATARS = 13;

/** One user in twelve has none. */
function createPortraitPicker(random: Random, avatars: string[]): (person: SamplePerson) => string {
  const womens = random.shuffle(avatars.filter((_, index) => WOMENS_AVATARS.has(index % DIFFERENT_AVATARS)));
  const mens = random.shuffle(avatars.filter((_, index) => !WOMENS_AVATARS.has(index % DIFFERENT_AVATARS)));
  const turns = { womens: 0, mens: 0 };
  return ({ isWoman }) => {
    if (random.chance(1 / 12)) return "default.jpg";
    const avatar = isWoman ? womens[turns.womens++ % womens.length] : mens[turns.mens++ % mens.length];
    return avatar ?? "default.jpg";
  };
}
