import { Fragment, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { REASON_LABELS } from "~/features/cases/limits";
import { isolate, plural } from "~/lib/text";
import { formatDate } from "~/lib/time";
import { siteName } from "~/services/site/site.server";
import {
  ArchiveImage,
  Decision,
  day,
  Entry,
  Event,
  FactList,
  garageSlices,
  NotificationSettings,
  TextBlock,
  Ticket,
} from "./components/archive-sections";
import type { ExportData } from "./data.server";

/** A section's place in the page. What people write cannot look like it: it is escaped. */
const PLACE = /<template id="place-([a-z]+)"><\/template>/;

/**
 * The archive's first page, piece by piece: everything that `data.json` holds, for reading. Opens from the disk; pictures
 * are beside it.
 * @param madeAt when, ms
 */
export async function* renderIndex(data: ExportData, madeAt: number): AsyncGenerator<string> {
  const sections = sectionsOf(data);
  const markup = renderToStaticMarkup(<ArchivePage account={data.account} sections={sections} madeAt={madeAt} />);
  yield "<!doctype html>\n";
  for (const [at, part] of markup.split(PLACE).entries()) {
    // Between two pieces of the page stands the name of the section that belongs there.
    const section = at % 2 === 1 ? sections.find(({ id }) => id === part) : undefined;
    if (!section) yield part;
    else for await (const slice of section.slices()) yield renderToStaticMarkup(slice);
  }
  yield "\n";
}

/** The styles of the page, inline: it needs no script and no network. No character in them needs escaping. */
const STYLE = `
:root{color-scheme:light dark;--paper:#f6f4ef;--surface:#fffdf8;--ink:#17191e;--grey:#5c5f66;--line:#d9d4c8}
@media(prefers-color-scheme:dark){:root{--paper:#14161a;--surface:#1c1f25;--ink:#f1eee7;--grey:#a9acb3;--line:#30343c}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:60rem;padding:2rem 1.25rem 5rem;background:var(--paper);color:var(--ink);
font:1.0625rem/1.6 system-ui,-apple-system,Segoe UI,Roboto,Arial,sans-serif;overflow-wrap:anywhere}
h1,h2,h3,h4,h5{line-height:1.2;letter-spacing:-.02em}h1{font-size:2.2rem;margin:0}
h2{margin:3.5rem 0 1rem;border-top:2px solid var(--ink);padding-top:.75rem}h3{margin:2rem 0 .5rem}
h4,h5{margin:1.5rem 0 .5rem;font-size:1.0625rem}.log{margin-top:2.5rem}.entry{border-top:1px solid var(--line)}
dl{display:grid;grid-template-columns:fit-content(40%) 1fr;gap:.35rem 1.5rem;margin:1rem 0}dt{color:var(--grey)}dd{margin:0}
ul{list-style:none;margin:0;padding:0}li{border-bottom:1px solid var(--line);padding:.6rem 0}
.text{max-width:42rem;white-space:pre-line;unicode-bidi:plaintext}.note,time,figcaption{color:var(--grey);font-size:.9rem}
.head{display:flex;gap:1.25rem;align-items:center;margin-bottom:1.5rem}.head img{width:96px;height:96px;border-radius:50%}
.photos{display:grid;grid-template-columns:repeat(auto-fill,minmax(14rem,1fr));gap:1rem;margin:1rem 0}
figure{margin:0}figure img{display:block;width:100%;aspect-ratio:3/2;object-fit:cover;border-radius:8px}
a{color:inherit}nav a{display:inline-block;margin-right:1rem;padding:.35rem 0}
`.trim();

interface ArchiveSection {
  id: string;
  title: string;
  isEmpty: boolean;
  isList: boolean;
  /** What it holds, to be drawn one after the other. */
  slices(): AsyncIterable<ReactNode> | Iterable<ReactNode>;
}

/** Items that are drawn at once. */
const SLICE = 50;

function listOf<Item>(
  id: string,
  title: string,
  items: readonly Item[],
  draw: (item: Item) => ReactNode,
): ArchiveSection {
  function* slices() {
    for (let start = 0; start < items.length; start += SLICE) {
      yield items.slice(start, start + SLICE).map((item, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: drawn once
        <li key={at}>{draw(item)}</li>
      ));
    }
  }
  return { id, title, isEmpty: items.length === 0, isList: true, slices };
}

function sectionsOf(data: ExportData): ArchiveSection[] {
  const { comments, likes, reviews, following, followers, blocked, muted, events, attendances, tickets, sessions } =
    data;
  const { reports, decisions, invites, heldPosts } = data;
  const person = ({ name, since }: ExportData["following"][number]) => (
    <Entry rest={isolate(name)} when={`since ${day(since)}`} />
  );
  const followed = plural(following.length, "person", "people");
  return [
    { id: "garage", title: "Garage", isEmpty: data.garage === null, isList: false, slices: () => garageSlices(data) },
    listOf("comments", plural(comments.length, "comment"), comments, ({ vehicle, text, createdAt }) => (
      <Entry name={vehicle} when={day(createdAt)} text={text} />
    )),
    listOf("likes", plural(likes.length, "like"), likes, ({ vehicle, createdAt }) => (
      <Entry rest={isolate(vehicle)} when={day(createdAt)} />
    )),
    listOf("reviews", plural(reviews.length, "review"), reviews, ({ garage, rating, review, createdAt }) => (
      <Entry name={garage} rest={`, ${rating} out of 5`} when={day(createdAt)} text={review} />
    )),
    listOf("following", `Following ${followed}`, following, person),
    listOf("followers", plural(followers.length, "follower"), followers, person),
    listOf("blocked", `${plural(blocked.length, "person", "people")} blocked`, blocked, person),
    listOf("muted", `${plural(muted.length, "person", "people")} muted`, muted, person),
    listOf("events", plural(events.length, "event"), events, (event) => <Event {...event} />),
    listOf(
      "attendances",
      `Going to ${plural(attendances.length, "event")}`,
      attendances,
      ({ event, startDate, vehicle, createdAt }) => (
        <Entry
          name={event}
          rest={`, ${startDate.replace("T", " ")}${vehicle === null ? "" : `, with the ${isolate(vehicle)}`}`}
          when={day(createdAt)}
        />
      ),
    ),
    listOf("tickets", plural(tickets.length, "support request"), tickets, (ticket) => <Ticket {...ticket} />),
    listOf("reports", plural(reports.length, "report"), reports, ({ about, reason, text, createdAt }) => (
      <Entry name={about} note={REASON_LABELS[reason]} when={day(createdAt)} text={text} />
    )),
    listOf("decisions", plural(decisions.length, "decision"), decisions, (one) => <Decision {...one} />),
    listOf("invites", plural(invites.length, "invite"), invites, ({ uses, endsAt }) => (
      <Entry rest={`Opens ${plural(uses, "more account")}`} when={`until ${day(endsAt)}`} />
    )),
    listOf("held", plural(heldPosts.length, "post held for review", "posts held for review"), heldPosts, (post) => (
      <>
        <Entry
          name={post.kind}
          rest={post.refusedFor === null ? ", waiting" : `, not accepted: ${isolate(post.refusedFor)}`}
          when={day(post.createdAt)}
          text={Object.values(post.texts ?? {}).join("\n")}
        />
        {post.image === null ? null : <ArchiveImage image={post.image} alt="" />}
      </>
    )),
    {
      id: "notifications",
      title: "Notification settings",
      isEmpty: false,
      isList: false,
      slices: () => [<NotificationSettings key="all" {...data.notificationSettings} />],
    },
    listOf("sessions", plural(sessions.length, "session"), sessions, ({ device, createdAt, lastSeenAt }) => (
      <Entry rest={device} when={`since ${day(createdAt)}, last seen ${day(lastSeenAt)}`} />
    )),
  ];
}

/** Stands for what a section holds until that is drawn. */
function SectionContent({ id, isEmpty, isList }: ArchiveSection) {
  if (isEmpty) return <p className="note">Nothing here.</p>;
  const place = <template id={`place-${id}`} />;
  return isList ? <ul>{place}</ul> : place;
}

interface ArchivePageProps extends Pick<ExportData, "account"> {
  sections: ArchiveSection[];
  /** ms */
  madeAt: number;
}

/** The page of an archive, with places for what its sections hold. */
function ArchivePage({ account, sections, madeAt }: ArchivePageProps) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        <title>{`${account.name} at ${siteName()}`}</title>
        <style>{STYLE}</style>
      </head>
      <body>
        <Head account={account} madeAt={madeAt} sections={sections} />
        <main>
          {sections.map((section) => (
            <section key={section.id} id={section.id}>
              <h2>{section.title}</h2>
              <SectionContent {...section} />
            </section>
          ))}
        </main>
      </body>
    </html>
  );
}

function Head({ account, madeAt, sections }: ArchivePageProps) {
  const { name, email, location, createdAt, secondStep } = account;
  return (
    <header>
      <div className="head">
        <ArchiveImage image={account.avatar} alt="" />
        <div>
          <h1 dir="auto">{name}</h1>
          <p className="note">
            Everything {siteName()} held about you as of {formatDate(madeAt)}. The same, for programs:{" "}
            <a href="data.json">data.json</a>.
          </p>
        </div>
      </div>
      <FactList
        pairs={[
          ["Email", email],
          ["Location", location],
          ["Member since", day(createdAt)],
          ["Two-step verification", secondStep.since === null ? null : `On since ${day(secondStep.since)}`],
        ]}
      />
      <TextBlock text={account.bio} />
      <nav>
        {sections.map(({ id, title }) => (
          <Fragment key={id}>
            <a href={`#${id}`}>{title}</a>{" "}
          </Fragment>
        ))}
      </nav>
    </header>
  );
}
