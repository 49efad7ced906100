import { buildEntries, comments, likes, photos, type SpecRow, vehicles } from "~/db/schema";
import { indexModel, type MakeIndexEntry } from "~/features/makes/make-index.server";
import { vehicleText } from "~/lib/search-terms";
import { DAY, now } from "~/lib/time";
import type { EntryDraft } from "./build-log";
import { inserter, nextId } from "./insert";
import type { Owners } from "./owners";
import type { Like, Remark } from "./reactions";
import type { Subject } from "./texts/stories";

export interface Draft {
  owner: number;
  subject: Subject;
  condition: string;
  description: string;
  story: string;
  specs: SpecRow[];
  photos: { photo: string; caption: string; bytes: number }[];
  entries: EntryDraft[];
  likes: Like[];
  comments: Remark[];
  createdAt: number;
}

export function rowsOf({ photos, likes, comments, entries }: Draft): number {
  return 1 + photos.length + likes.length + comments.length * 2 + entries.length;
}

/** Each make and model once per run, because the result never changes. Call it in the writing transaction. */
function filer(): (named: Subject) => MakeIndexEntry {
  const filed = new Map<string, MakeIndexEntry>();
  return (named) => {
    const key = `${named.make}|${named.model}`;
    const known = filed.get(key) ?? indexModel(named);
    filed.set(key, known);
    return known;
  };
}

/** Call it in a transaction. */
export function writer(owners: Owners): (drafts: Draft[]) => void {
  const file = filer();
  const insertVehicle = inserter(vehicles);
  const writeParts = [galleryWriter(), logWriter(owners), likesWriter(owners), talkWriter(owners)];
  return (drafts) => {
    const first = nextId("vehicles");
    for (const [at, draft] of drafts.entries()) {
      const { owner, subject, createdAt, condition, description, story, specs } = draft;
      const { make, model, year } = subject;
      insertVehicle({
        id: first + at,
        garageId: owners.garageIds[owner]!,
        userId: owners.userIds[owner]!,
        make,
        model,
        year,
        ...file(subject),
        condition,
        description,
        story,
        specs,
        coverPhoto: draft.photos[0]?.photo ?? null,
        searchText: vehicleText(subject),
        createdAt,
        updatedAt: createdAt,
      });
    }
    // One table after the other, so that its pages stay in the cache.
    for (const write of writeParts) write(drafts, first);
  };
}

/** `first` is the id of the first vehicle. */
type PartWriter = (drafts: readonly Draft[], first: number) => void;

/** Delay of every fourth vehicle's last photo; feeds list it separately. */
const LATER = 6 * DAY;

function galleryWriter(): PartWriter {
  const insert = inserter(photos);
  return (drafts, first) => {
    for (const [at, { photos, createdAt }] of drafts.entries()) {
      const vehicleId = first + at;
      const addedLater = createdAt + LATER < now() && vehicleId % 4 === 0 ? createdAt + LATER : createdAt;
      for (const [index, photo] of photos.entries()) {
        // Shared photos (`bytes` is 0) are for load tests, not for viewing.
        const isLater = index > 0 && index === photos.length - 1 && photo.bytes > 0;
        insert({ vehicleId, ...photo, position: index + 1, createdAt: isLater ? addedLater : createdAt });
      }
    }
  };
}

function logWriter(owners: Owners): PartWriter {
  const insertEntry = inserter(buildEntries);
  const insertPhoto = inserter(photos);
  return (drafts, first) => {
    let id = nextId("build_entries");
    for (const [at, { owner, entries }] of drafts.entries()) {
      const [vehicleId, userId] = [first + at, owners.userIds[owner]!];
      for (const { photo, ...entry } of entries) {
        insertEntry({ id, vehicleId, userId, ...entry, updatedAt: entry.createdAt });
        if (photo) insertPhoto({ vehicleId, entryId: id, ...photo, position: 1, createdAt: entry.createdAt });
        id++;
      }
    }
  };
}

function likesWriter(owners: Owners): PartWriter {
  const insert = inserter(likes);
  return (drafts, first) => {
    for (const [at, { likes }] of drafts.entries()) {
      for (const { owner, createdAt } of likes) {
        insert({ vehicleId: first + at, userId: owners.userIds[owner]!, createdAt });
      }
    }
  };
}

function talkWriter(owners: Owners): PartWriter {
  const insert = inserter(comments);
  return (drafts, first) => {
    let next = nextId("comments");
    for (const [at, { owner, comments }] of drafts.entries()) {
      const [vehicleId, answers] = [first + at, owners.userIds[owner]!];
      for (const { owner: guest, text, createdAt, answer } of comments) {
        const id = next++;
        // Every twentieth was corrected at once.
        const editedAt = id % 20 === 0 ? createdAt : null;
        insert({ id, vehicleId, userId: owners.userIds[guest]!, parentId: null, text, createdAt, editedAt });
        if (answer) insert({ ...answer, id: next++, vehicleId, parentId: id, userId: answers, editedAt: null });
      }
    }
  };
}
