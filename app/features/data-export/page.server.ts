import { vehicleName } from "~/features/vehicles/name";
import { paragraphs, plural } from "~/lib/text";
import { formatDate } from "~/lib/time";
import type { ExportData, ExportedImage } from "./data.server";

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Text as it stands in HTML, attributes too. */
const esc = (text: string | number) => String(text).replace(/[&<>"']/g, (letter) => ENTITIES[letter] ?? letter);

const day = (iso: string) => formatDate(Date.parse(iso));
const prose = (text: string) =>
  paragraphs(text)
    .map((part) => `<p class="text">${esc(part)}</p>`)
    .join("");

/** A page of its own: no script, no network, both colour schemes. */
const STYLE = `
:root{color-scheme:light dark;--paper:#f6f4ef;--surface:#fffdf8;--ink:#17191e;--grey:#5c5f66;--line:#d9d4c8}
@media(prefers-color-scheme:dark){:root{--paper:#14161a;--surface:#1c1f25;--ink:#f1eee7;--grey:#a9acb3;--line:#30343c}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:60rem;padding:2rem 1.25rem 5rem;background:var(--paper);color:var(--ink);
font:1.0625rem/1.6 system-ui,-apple-system,"Segoe UI",Roboto,Arial,sans-serif;overflow-wrap:anywhere}
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

/**
 * The archive's first page: everything that `data.json` holds, for reading. Opens from the disk; pictures are beside it.
 * @param madeAt when, ms
 */
export function renderIndex(data: ExportData, madeAt: number): string {
  const { account } = data;
  const sections = [
    section("garage", "Garage", garage(data)),
    section("comments", plural(data.comments.length, "comment"), list(data.comments, comment)),
    section("likes", plural(data.likes.length, "like"), list(data.likes, like)),
    section("reviews", plural(data.reviews.length, "review"), list(data.reviews, review)),
    section(
      "following",
      `Following ${plural(data.following.length, "person", "people")}`,
      list(data.following, person),
    ),
    section("followers", plural(data.followers.length, "follower"), list(data.followers, person)),
    section("events", plural(data.events.length, "event"), list(data.events, event)),
    section("attendances", `Going to ${plural(data.attendances.length, "event")}`, list(data.attendances, attendance)),
    section("tickets", plural(data.tickets.length, "support request"), list(data.tickets, ticket)),
    section("sessions", plural(data.sessions.length, "session"), list(data.sessions, session)),
  ];
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer"><title>${esc(account.name)} at Paddock</title><style>${STYLE}</style></head>
<body><header><div class="head">${image(account.avatar, "")}<div><h1>${esc(account.name)}</h1>
<p class="note">Everything Paddock knew of you on ${formatDate(madeAt)}. The same, for programs: <a href="data.json">data.json</a>.</p>
</div></div>${facts([
    ["Email", account.email],
    ["Location", account.location],
    ["Member since", day(account.createdAt)],
    ["Second step", account.secondStep.since === null ? "" : `On since ${day(account.secondStep.since)}`],
  ])}${prose(account.bio)}
<nav>${sections.map(({ id, title }) => `<a href="#${id}">${title}</a>`).join("\n")}</nav></header>
<main>${sections.map(({ id, title, html }) => `<section id="${id}"><h2>${title}</h2>${html}</section>`).join("\n")}</main>
</body></html>
`;
}

function section(id: string, title: string, html: string) {
  return { id, title, html: html || '<p class="note">Nothing here.</p>' };
}

function list<T>(items: T[], draw: (item: T) => string): string {
  return items.length === 0 ? "" : `<ul>${items.map((item) => `<li>${draw(item)}</li>`).join("\n")}</ul>`;
}

/** What is empty is left out. */
function facts(pairs: [label: string, value: string][]): string {
  const rows = pairs
    .filter(([, value]) => value !== "")
    .map(([label, value]) => `<dt>${label}</dt><dd>${esc(value)}</dd>`);
  return rows.length === 0 ? "" : `<dl>${rows.join("")}</dl>`;
}

/** A picture in the archive; one that is elsewhere on the web is only named: this page asks no network. */
function image(picture: ExportedImage | null, alt: string): string {
  if (!picture) return "";
  if (picture.file !== null) return `<img src="${esc(picture.file)}" alt="${esc(alt)}" loading="lazy">`;
  return /^https?:\/\//i.test(picture.name)
    ? `<a href="${esc(picture.name)}" rel="noreferrer">${esc(picture.name)}</a>`
    : "";
}

function garage({ garage, vehicles }: ExportData): string {
  if (!garage) return "";
  const place = facts([
    ["Location", garage.location],
    ["Map position", garage.mapPosition ?? ""],
    ["Public address", garage.address ?? ""],
    ["Opened", day(garage.createdAt)],
  ]);
  return `<h3>${esc(garage.name)}</h3>${place}${prose(garage.description)}${vehicles.map(vehicle).join("\n")}`;
}

function vehicle(one: ExportData["vehicles"][number]): string {
  const name = vehicleName(one);
  const photos = one.photos.map(
    (photo) =>
      `<figure>${image(photo.image, photo.caption || name)}<figcaption>${esc(photo.caption)}</figcaption></figure>`,
  );
  const known = facts([
    ["Condition", one.condition],
    ["Added", day(one.createdAt)],
  ]);
  return `<article><h3>${esc(name)}</h3>${known}${prose(one.description)}${prose(one.story)}
<div class="photos">${photos.join("\n")}</div></article>`;
}

const comment = (one: ExportData["comments"][number]) =>
  `<strong>${esc(one.vehicle)}</strong> <time>${day(one.createdAt)}</time>${prose(one.text)}`;

const like = (one: ExportData["likes"][number]) => `${esc(one.vehicle)} <time>${day(one.createdAt)}</time>`;

const review = (one: ExportData["reviews"][number]) =>
  `<strong>${esc(one.garage)}</strong>, ${one.rating} of 5 <time>${day(one.createdAt)}</time>${prose(one.review)}`;

const person = (one: ExportData["following"][number]) => `${esc(one.name)} <time>since ${day(one.since)}</time>`;

const event = (one: ExportData["events"][number]) =>
  `<strong>${esc(one.title)}</strong> <span class="note">${esc(one.status)}</span>${facts([
    ["Starts", one.startDate],
    ["Ends", one.endDate],
    ["Location", one.location],
    ["Map position", one.mapPosition ?? ""],
    ["Category", one.category],
    ["Website", one.url ?? ""],
    ["Reason", one.rejectionReason ?? ""],
  ])}${prose(one.shortDescription)}${prose(one.fullDescription)}${image(one.image, one.title)}`;

const attendance = (one: ExportData["attendances"][number]) =>
  `<strong>${esc(one.event)}</strong>, ${esc(one.startDate.replace("T", " "))}${
    one.vehicle === null ? "" : `, with the ${esc(one.vehicle)}`
  } <time>${day(one.createdAt)}</time>`;

const ticket = (one: ExportData["tickets"][number]) =>
  `<strong>${esc(one.subject)}</strong> <span class="note">${esc(one.category)}, ${esc(one.status)}</span>
<time>${day(one.createdAt)}</time>${prose(one.description)}${one.replies
    .map((reply) => `<p class="note">Answered on ${day(reply.createdAt)}:</p>${prose(reply.text)}`)
    .join("")}`;

const session = (one: ExportData["sessions"][number]) =>
  `${esc(one.device)} <time>since ${day(one.createdAt)}, last seen ${day(one.lastSeenAt)}</time>`;
