import type { ReactNode } from "react";
import { DECIDED_LABELS } from "~/features/cases/limits";
import { kindLabel, MODE_LABELS, NOTIFICATION_KINDS } from "~/features/notifications/kinds";
import { vehicleName } from "~/features/vehicles/name";
import { formatCount, isolate, paragraphs } from "~/lib/text";
import { formatDate } from "~/lib/time";
import { Isolated } from "~/ui/linked-text";
import type { ExportedEntry, ExportedImage } from "../build-logs.server";
import type { ExportData } from "../data.server";

type One<List extends keyof ExportData> = ExportData[List] extends (infer Item)[] ? Item : never;

export const day = (iso: string) => formatDate(Date.parse(iso));

export function TextBlock({ text }: { text: string }) {
  return paragraphs(text).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: drawn once
    <p key={at} dir="auto" className="text">
      {part}
    </p>
  ));
}

/** Labels and values; what is empty is left out. */
export function FactList({ pairs }: { pairs: [label: string, value: string | null | undefined][] }) {
  const known = pairs.filter(([, value]) => value);
  if (known.length === 0) return null;
  return (
    <dl>
      {known.flatMap(([label, value]) => [
        <dt key={label} dir="auto">
          {label}
        </dt>,
        <dd key={`${label} value`} dir="auto">
          {value}
        </dd>,
      ])}
    </dl>
  );
}

/** A picture in the archive; one that is elsewhere on the web is only named: this page asks no network. */
export function ArchiveImage({ image, alt }: { image: ExportedImage | null; alt: string }) {
  if (!image) return null;
  if (image.file !== null) return <img src={image.file} alt={alt} loading="lazy" />;
  if (!/^https?:\/\//i.test(image.name)) return null;
  return (
    <a href={image.name} rel="noreferrer">
      {image.name}
    </a>
  );
}

/** The garage, then each vehicle and, by the slice, its build log. */
export async function* garageSlices({ garage, vehicles }: ExportData): AsyncGenerator<ReactNode> {
  if (!garage) return;
  yield <Garage {...garage} />;
  for (const vehicle of vehicles) {
    yield <Vehicle {...vehicle} />;
    if (!vehicle.buildLog.isEmpty)
      yield (
        <h4 className="log">
          Build log of the <bdi>{vehicleName(vehicle)}</bdi>
        </h4>
      );
    for await (const entries of vehicle.buildLog.slices()) {
      yield entries.map((entry) => <BuildEntry key={entry.id} {...entry} />);
    }
  }
}

function Garage({ name, location, mapPosition, address, description, createdAt }: NonNullable<ExportData["garage"]>) {
  return (
    <>
      <h3 dir="auto">{name}</h3>
      <FactList
        pairs={[
          ["Location", location],
          ["Map position", mapPosition],
          ["Public address", address],
          ["Opened", day(createdAt)],
        ]}
      />
      <TextBlock text={description} />
    </>
  );
}

function Vehicle(vehicle: One<"vehicles">) {
  const name = vehicleName(vehicle);
  return (
    <article>
      <h3 dir="auto">{name}</h3>
      <FactList
        pairs={[
          ["Condition", vehicle.condition],
          ...vehicle.specs.map(({ name, value }): [string, string] => [name, value]),
          ["Added", day(vehicle.createdAt)],
        ]}
      />
      <TextBlock text={vehicle.description} />
      <TextBlock text={vehicle.story} />
      <Pictures photos={vehicle.photos} name={name} />
    </article>
  );
}

function BuildEntry(entry: ExportedEntry) {
  const { title, kind, text, date, mileage, unit, status, area, cost, currency, parts, photos } = entry;
  const named = parts.map(({ name, maker, number, url }) => [name, maker, number, url].filter(Boolean).join(", "));
  return (
    <section className="entry">
      <h5 dir="auto">{title}</h5>
      <FactList
        pairs={[
          ["Date", day(date)],
          ["Kind", [kind, area, status].filter(Boolean).join(", ")],
          ["Mileage", mileage === null ? null : `${formatCount(mileage)} ${unit}`],
          ["Cost", cost === null ? null : `${cost.toFixed(2)} ${currency}`],
          ["Parts", named.join("; ")],
        ]}
      />
      <TextBlock text={text} />
      <Pictures photos={photos} name={title} />
    </section>
  );
}

interface PicturesProps {
  photos: { image: ExportedImage | null; caption: string }[];
  /** What they show, where they have no caption. */
  name: string;
}

function Pictures({ photos, name }: PicturesProps) {
  if (photos.length === 0) return null;
  return (
    <div className="photos">
      {photos.map(({ image, caption }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: drawn once
        <figure key={at}>
          <ArchiveImage image={image} alt={caption || name} />
          <figcaption dir="auto">{caption}</figcaption>
        </figure>
      ))}
    </div>
  );
}

interface EntryProps {
  /** What it is about: in bold, and what follows in plain letters. */
  name?: string;
  rest?: string;
  note?: string;
  when: string;
  text?: string;
}

export function Entry({ name, rest, note, when, text = "" }: EntryProps) {
  return (
    <>
      {name === undefined ? null : <strong dir="auto">{name}</strong>}
      {typeof rest === "string" ? <Isolated text={rest} /> : null}{" "}
      {note === undefined ? null : <span className="note">{note}</span>} <time>{when}</time>
      <TextBlock text={text} />
    </>
  );
}

export function Event({ title, status, change, ...event }: One<"events">) {
  return (
    <>
      <strong dir="auto">{title}</strong> <span className="note">{status}</span>
      <EventTexts event={event} alt={title} />
      {change === null ? null : (
        <>
          <p>
            <strong>Your change</strong> <span className="note">{change.status}</span>
          </p>
          <EventTexts event={change} alt={change.title ?? "Your picture"} />
        </>
      )}
    </>
  );
}

/** What is said of an event, or of a change what it would change. */
function EventTexts({ event, alt }: { event: Partial<One<"events">>; alt: string }) {
  return (
    <>
      <FactList
        pairs={[
          ["Title", event.title],
          ["Starts", event.startDate],
          ["Ends", event.endDate],
          ["Location", event.location],
          ["Map position", event.mapPosition],
          ["Category", event.category],
          ["Link", event.url],
          ["Reason", event.rejectionReason],
        ]}
      />
      <TextBlock text={event.shortDescription ?? ""} />
      <TextBlock text={event.fullDescription ?? ""} />
      <ArchiveImage image={event.image ?? null} alt={alt} />
    </>
  );
}

export function Ticket({ subject, category, status, description, createdAt, replies }: One<"tickets">) {
  return (
    <>
      <Entry name={subject} note={`${category}, ${status}`} when={day(createdAt)} text={description} />
      {replies.map((reply, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: drawn once
        <div key={at}>
          <p className="note">Answered on {day(reply.createdAt)}:</p>
          <TextBlock text={reply.text} />
        </div>
      ))}
    </>
  );
}

/** What staff decided about something of the person's, their objection, and what came of it. */
export function Decision({ measure, rule, outcome, ...decision }: One<"decisions">) {
  const { about, facts, decidedAt, objection, objectedAt, outcomeFacts } = decision;
  return (
    <>
      <Entry
        name={about}
        rest={`: ${measure === null ? "" : DECIDED_LABELS[measure]}, ${isolate(rule)}`}
        when={decidedAt === null ? "" : day(decidedAt)}
        text={facts}
      />
      {objection === null ? null : (
        <>
          <p className="note">{objectedAt === null ? "You objected:" : `You objected on ${day(objectedAt)}:`}</p>
          <TextBlock text={objection} />
        </>
      )}
      {outcome === null ? null : (
        <>
          <p className="note">{outcome === "upheld" ? "The decision stands:" : "The decision was overturned:"}</p>
          <TextBlock text={outcomeFacts} />
        </>
      )}
    </>
  );
}

export function NotificationSettings({ paused, settings }: ExportData["notificationSettings"]) {
  return (
    <FactList
      pairs={[
        ["All emails", paused ? "Paused" : null],
        ...NOTIFICATION_KINDS.map((kind): [string, string] => {
          const { site, mail } = settings[kind];
          return [kindLabel(kind), `${site ? "On the site" : "Not on the site"}. Email: ${MODE_LABELS[mail]}.`];
        }),
      ]}
    />
  );
}
