import { type ComponentType, Fragment, type ReactElement } from "react";
import { plural } from "~/lib/text";
import { formatDate } from "~/lib/time";
import type { ExportData } from "../data.server";
import {
  Attendance,
  Comment,
  day,
  Event,
  Facts,
  Garage,
  Like,
  NotificationSettings,
  Person,
  Picture,
  Review,
  Session,
  Ticket,
  Words,
} from "./archive-sections";

/** The styles of the page, inline: it needs no script and no network. No character in them needs escaping. */
const STYLE = `
:root{color-scheme:light dark;--paper:#f6f4ef;--surface:#fffdf8;--ink:#17191e;--grey:#5c5f66;--line:#d9d4c8}
@media(prefers-color-scheme:dark){:root{--paper:#14161a;--surface:#1c1f25;--ink:#f1eee7;--grey:#a9acb3;--line:#30343c}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:60rem;padding:2rem 1.25rem 5rem;background:var(--paper);color:var(--ink);
font:1.0625rem/1.6 system-ui,-apple-system,Segoe UI,Roboto,Arial,sans-serif;overflow-wrap:anywhere}
h1,h2,h3{line-height:1.2;letter-spacing:-.02em}h1{font-size:2.2rem;margin:0}
h2{margin:3.5rem 0 1rem;border-top:2px solid var(--ink);padding-top:.75rem}h3{margin:2rem 0 .5rem}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.35rem 1.5rem;margin:1rem 0}dt{color:var(--grey)}dd{margin:0}
ul{list-style:none;margin:0;padding:0}li{border-bottom:1px solid var(--line);padding:.6rem 0}
.text{max-width:42rem;white-space:pre-line}.note,time,figcaption{color:var(--grey);font-size:.9rem}
.head{display:flex;gap:1.25rem;align-items:center;margin-bottom:1.5rem}.head img{width:96px;height:96px;border-radius:50%}
.photos{display:grid;grid-template-columns:repeat(auto-fill,minmax(14rem,1fr));gap:1rem;margin:1rem 0}
figure{margin:0}figure img{display:block;width:100%;aspect-ratio:3/2;object-fit:cover;border-radius:8px}
a{color:inherit}nav a{display:inline-block;margin-right:1rem;padding:.35rem 0}
`.trim();

interface ArchiveSection {
  id: string;
  title: string;
  /** Null where there is nothing. */
  content: ReactElement | null;
}

function listOf<Item extends object>(items: Item[], Row: ComponentType<Item>): ReactElement | null {
  if (items.length === 0) return null;
  return (
    <ul>
      {items.map((item, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: drawn once
        <li key={at}>
          <Row {...item} />
        </li>
      ))}
    </ul>
  );
}

function sectionsOf(data: ExportData): ArchiveSection[] {
  const { comments, likes, reviews, following, followers, events, attendances, tickets, sessions } = data;
  const followed = plural(following.length, "person", "people");
  return [
    { id: "garage", title: "Garage", content: data.garage ? <Garage {...data} /> : null },
    { id: "comments", title: plural(comments.length, "comment"), content: listOf(comments, Comment) },
    { id: "likes", title: plural(likes.length, "like"), content: listOf(likes, Like) },
    { id: "reviews", title: plural(reviews.length, "review"), content: listOf(reviews, Review) },
    { id: "following", title: `Following ${followed}`, content: listOf(following, Person) },
    { id: "followers", title: plural(followers.length, "follower"), content: listOf(followers, Person) },
    { id: "events", title: plural(events.length, "event"), content: listOf(events, Event) },
    {
      id: "attendances",
      title: `Going to ${plural(attendances.length, "event")}`,
      content: listOf(attendances, Attendance),
    },
    { id: "tickets", title: plural(tickets.length, "support request"), content: listOf(tickets, Ticket) },
    {
      id: "notifications",
      title: "Notification settings",
      content: <NotificationSettings {...data.notificationSettings} />,
    },
    { id: "sessions", title: plural(sessions.length, "session"), content: listOf(sessions, Session) },
  ];
}

/** The page of an archive. @param madeAt ms */
export function ArchivePage({ data, madeAt }: { data: ExportData; madeAt: number }) {
  const sections = sectionsOf(data);
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        <title>{`${data.account.name} at Paddock`}</title>
        <style>{STYLE}</style>
      </head>
      <body>
        <Head account={data.account} madeAt={madeAt} sections={sections} />
        <main>
          {sections.map(({ id, title, content }) => (
            <section key={id} id={id}>
              <h2>{title}</h2>
              {content ?? <p className="note">Nothing here.</p>}
            </section>
          ))}
        </main>
      </body>
    </html>
  );
}

interface HeadProps extends Pick<ExportData, "account"> {
  madeAt: number;
  sections: ArchiveSection[];
}

function Head({ account, madeAt, sections }: HeadProps) {
  const { name, email, location, createdAt, secondStep } = account;
  return (
    <header>
      <div className="head">
        <Picture image={account.avatar} alt="" />
        <div>
          <h1>{name}</h1>
          <p className="note">
            Everything Paddock held about you on {formatDate(madeAt)}. The same, for programs:{" "}
            <a href="data.json">data.json</a>.
          </p>
        </div>
      </div>
      <Facts
        pairs={[
          ["Email", email],
          ["Location", location],
          ["Member since", day(createdAt)],
          ["Second step", secondStep.since === null ? null : `On since ${day(secondStep.since)}`],
        ]}
      />
      <Words text={account.bio} />
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
