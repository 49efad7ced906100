import { buildEntries, comments, likes, photos, type SpecRow, vehicles } from "~/db/schema";
import { indexModel, type MakeIndexEntry } from "~/features/makes/make-index.server";
import { vehicleText } from "~/lib/search-terms";
import { DAY, now } from "~/lib/time";
import type { EntryDraft } from "./build-log";
import { createInserter, nextId } from "./insert";
import type { Owners } from "./owners";
import type { CommentDraft, Like } from "./reactions";
import type { Subject } from "./texts/stories";

export interface VehicleDraft {
  owner: number;
  subject: Subject;
  condition: string;
  description: string;
  story: string;
  specs: SpecRow[];
  photos: { photo: string; caption: string; bytes: number }[];
  entries: EntryDraft[];
  likes: Like[];
  comments: CommentDraft[];
  createdAt: number;
}

export function rowsOf({ photos, likes, comments, entries }: VehicleDraft): number {
  return 1 + photos.length + likes.length + comments.length * 2 + entries.length;
}

/** Each make and model once per run, because the result never changes. Call it in the writing transaction. */
function createMakeIndexer(): (vehicle: Subject) => MakeIndexEntry {
  const entries = new Map<string, MakeIndexEntry>();
  return (vehicle) => {
    const key = `${vehicle.make}|${vehicle.model}`;
    const entry = entries.get(key) ?? indexModel(vehicle);
    entries.set(key, entry);
    return entry;
  };
}

/** Call it in a transaction. */
export function createFleetWriter(owners: Owners): (drafts: VehicleDraft[]) => void {
  const indexMake = createMakeIndexer();
  const insertVehicle = createInserter(vehicles);
  const writeParts = [galleryWriter(), logWriter(owners), likesWriter(owners), commentsWriter(owners)];
  return (drafts) => {
    const firstId = nextId("vehicles");
    for (const [index, draft] of drafts.entries()) {
      const { owner, subject, createdAt, condition, description, story, specs } = draft;
      const { make, model, year } = subject;
      insertVehicle({
        id: firstId + index,
        garageId: owners.garageIds[owner]!,
        userId: owners.userIds[owner]!,
        make,
        model,
        year,
        ...indexMake(subject),
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
    for (const write of writeParts) write(drafts, firstId);
  };
}

/** `first` is the id of the first vehicle. */
type PartWriter = (drafts: readonly VehicleDraft[], firstId: number) => void;

/** Delay of every fourth vehicle's last photo; feeds list it separately. */
const LAST_PHOTO_DELAY = 6 * DAY;

function galleryWriter(): PartWriter {
  const insert = createInserter(photos);
  return (drafts, firstId) => {
    for (const [index, { photos, createdAt }] of drafts.entries()) {
      const vehicleId = firstId + index;
      const addedLater =
        createdAt + LAST_PHOTO_DELAY < now() && vehicleId % 4 === 0 ? createdAt + LAST_PHOTO_DELAY : createdAt;
      for (const [index, photo] of photos.entries()) {
        // Shared photos (`bytes` is 0) are for load tests, not for viewing.
        const isLater = index > 0 && index === photos.length - 1 && photo.bytes > 0;
        insert({ vehicleId, ...photo, position: index + 1, createdAt: isLater ? addedLater : createdAt });
      }
    }
  };
}

function logWriter(owners: Owners): PartWriter {
  const insertEntry = createInserter(buildEntries);
  const insertPhoto = createInserter(photos);
  return (drafts, firstId) => {
    let id = nextId("build_entries");
    for (const [index, { owner, entries }] of drafts.entries()) {
      const [vehicleId, userId] = [firstId + index, owners.userIds[owner]!];
      for (const { photo, ...entry } of entries) {
        insertEntry({ id, vehicleId, userId, ...entry, updatedAt: entry.createdAt });
        if (photo) insertPhoto({ vehicleId, entryId: id, ...photo, position: 1, createdAt: entry.createdAt });
        id++;
      }
    }
  };
}

function likesWriter(owners: Owners): PartWriter {
  const insert = createInserter(likes);
  return (drafts, firstId) => {
    for (const [index, { likes }] of drafts.entries()) {
      for (const { owner, createdAt } of likes) {
        insert({ vehicleId: firstId + index, userId: owners.userIds[owner]!, createdAt });
      }
    }
  };
}

function commentsWriter(owners: Owners): PartWriter {
  const insert = createInserter(comments);
  return (drafts, firstId) => {
    let nextCommentId = nextId("comments");
    for (const [index, { owner, comments }] of drafts.entries()) {
      const [vehicleId, ownerId] = [firstId + index, owners.userIds[owner]!];
      for (const { owner: guest, text, createdAt, answer } of comments) {
        const id = nextCommentId++;
        // Every twentieth was corrected at once.
        const editedAt = id % 20 === 0 ? createdAt : null;
        insert({ id, vehicleId, userId: owners.userIds[guest]!, parentId: null, text, createdAt, editedAt });
        if (answer)
          insert({ ...answer, id: nextCommentId++, vehicleId, parentId: id, userId: ownerId, editedAt: null });
      }
    }
  };
}
