import { Link } from "@remix-run/react";
import type { Paged } from "~/lib/paging";
import { isolate, plural } from "~/lib/text";
import { Avatar } from "~/ui/avatar";
import { ButtonLink } from "~/ui/forms/button";
import { EmptyState, Section } from "~/ui/layout/page";
import { Pagination } from "~/ui/layout/pagination";
import { Isolated } from "~/ui/linked-text";
import { Photo, WIDE_CARD_SIZES } from "~/ui/photo";
import type { ActivityView } from "../queries.server";

export function Feed({ feed }: { feed: Paged<ActivityView> }) {
  const { rows, total } = feed;
  return (
    <Section id="following" title="Garages You Follow">
      {rows.length > 0 ? (
        <ol className="card-grid card-rows">
          {rows.map((activity, index) => (
            <li key={activity.id}>
              <FeedCard activity={activity} priority={index === 0} />
            </li>
          ))}
        </ol>
      ) : (
        <EmptyFeed pastEnd={total > 0} />
      )}
      <Pagination {...feed} anchor="following" />
    </Section>
  );
}

function EmptyFeed({ pastEnd }: { pastEnd: boolean }) {
  if (pastEnd) {
    return <EmptyState title="Nothing on this page." action={<ButtonLink to="/">See the first page</ButtonLink>} />;
  }
  return (
    <EmptyState title="Your Feed is Empty" action={<ButtonLink to="/garages">Find garages to follow</ButtonLink>}>
      Follow garages to see their new vehicles, photos and build entries here.
    </EmptyState>
  );
}

function newsOf({ type, entry, entryCount, vehicle, vehicleId, photoCount, firstPhotoId }: ActivityView) {
  const page = `/vehicles/${vehicleId}`;
  if (entryCount > 1)
    return { title: `Added ${entryCount} entries to the build log of the ${isolate(vehicle)}`, to: `${page}/build` };
  if (entry) return { title: isolate(entry.title ?? ""), to: `/build/${entry.id}` };
  // Years are read in pairs: "an eighteen eighty-five Benz".
  if (type === "vehicle")
    return { title: `Added ${vehicle.startsWith("18") ? "an" : "a"} ${isolate(vehicle)}`, to: page };
  return {
    title: `Added ${plural(photoCount, "photo")} to the ${isolate(vehicle)}`,
    to: firstPhotoId ? `${page}/photos/${firstPhotoId}` : page,
  };
}

/** One link covers the card, another leads to the garage. */
function FeedCard({ activity, priority = false }: { activity: ActivityView; priority?: boolean }) {
  const { entry, entryCount, vehicle, pictures, garageId, garageName, ownerName, ownerAvatar, at, ago, exactly } =
    activity;
  const { title, to } = newsOf(activity);
  return (
    <article className="card event-card">
      <Pictures names={pictures} priority={priority} />
      <div className="event-card-text">
        <h3>
          <Link to={to} prefetch="intent" className="card-link">
            <Isolated text={title} />
          </Link>
        </h3>
        <div className="text-sm text-grey">
          {entry && entryCount === 1 ? (
            <div>
              {entry.kind} · <bdi>{vehicle}</bdi>
            </div>
          ) : null}
          <time dateTime={at} title={exactly}>
            {ago}
          </time>
        </div>
        <Link
          to={`/garages/${garageId}`}
          prefetch="intent"
          className="relative flex min-h-11 items-center gap-3 text-sm text-grey hover:underline"
        >
          <Avatar avatar={ownerAvatar} size={32} />
          <span className="min-w-0">
            <bdi className="block text-ink">{ownerName}</bdi> <bdi>{garageName}</bdi>
          </span>
        </Link>
      </div>
    </article>
  );
}

/** On phones a row with a small picture. */
const SIZES = `${WIDE_CARD_SIZES}, 6.5rem`;

function Pictures({ names, priority }: { names: ActivityView["pictures"]; priority: boolean }) {
  return (
    <span className="feed-pictures" data-count={names.length}>
      {names.map((name, index) => (
        <Photo
          // biome-ignore lint/suspicious/noArrayIndexKey: the pictures of an activity never change places
          key={index}
          kind="photos"
          name={name}
          alt=""
          view={index === 0 ? "card" : "thumbnail"}
          sizes={index === 0 ? SIZES : undefined}
          priority={priority && index === 0}
        />
      ))}
    </span>
  );
}
