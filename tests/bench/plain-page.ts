import type Database from "better-sqlite3";

interface Vehicle {
  id: number;
  year: number;
  make: string;
  model: string;
  condition: string;
  description: string;
  story: string;
  coverPhoto: string | null;
  likeCount: number;
  commentCount: number;
  garageId: number;
  garageName: string;
  ownerName: string;
}

interface Comment {
  id: number;
  text: string;
  createdAt: number;
  authorId: number;
  authorName: string;
  avatar: string;
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const text = (value: unknown) => String(value).replace(/[&<>"]/g, (sign) => ENTITIES[sign]!);
const count = (many: number, one: string) => `${many} ${one}${many === 1 ? "" : "s"}`;
const paragraphs = (value: string) => value.split(/\n{2,}/).map((part) => `<p>${text(part)}</p>`);

const MONTHS = "January February March April May June July August September October November December".split(" ");

function date(time: number): string {
  const day = new Date(time);
  return `${day.getUTCDate()} ${MONTHS[day.getUTCMonth()]} ${day.getUTCFullYear()}`;
}

function comment({ text: said, createdAt, authorId, authorName, avatar }: Comment): string {
  return `<li><img src="/img/users/${avatar}?w=96" width="40" height="40" alt=""><a href="/profile/${authorId}">${text(authorName)}</a><time>${date(createdAt)}</time><p>${text(said)}</p><a href="/toolbox">Report <span>the comment by ${text(authorName)}</span></a></li>`;
}

/** The share menu without script, closed. */
function share(id: number, title: string): string {
  const [url, words] = [encodeURIComponent(`http://localhost/vehicles/${id}`), encodeURIComponent(title)];
  const targets = [
    ["Email", `mailto:?subject=${words}&body=${url}`],
    ["WhatsApp", `https://wa.me/?text=${words}%20${url}`],
    ["Facebook", `https://www.facebook.com/sharer/sharer.php?u=${url}`],
    ["X", `https://x.com/intent/post?text=${words}&url=${url}`],
    ["Reddit", `https://www.reddit.com/submit?title=${words}&url=${url}`],
  ].map(([name, to]) => `<li><a href="${text(to)}">${name}</a></li>`);
  return `<details><summary>Share</summary><ul>${targets.join("")}</ul></details>`;
}

/**
 * The vehicle's page in template strings: prepared statements for what the database says, words where the site has
 * them. It shows the first page of comments to a visitor, of a vehicle that goes to no event.
 * @param before, after the header and the footer as the site has them
 */
export function vehiclePage(database: Database.Database, before: string, after: string): (id: number) => string {
  const vehicleById = database.prepare(
    `SELECT v.id, v.year, v.make, v.model, v.condition, v.description, v.story, v.cover_photo AS coverPhoto,
       v.like_count AS likeCount, v.comment_count AS commentCount, g.id AS garageId, g.name AS garageName, u.name AS ownerName
     FROM vehicles v JOIN garages g ON g.id = v.garage_id JOIN users u ON u.id = v.user_id WHERE v.id = ? AND v.hidden = 0`,
  );
  const photosOf = database.prepare("SELECT id, photo, caption FROM photos WHERE vehicle_id = ? ORDER BY position");
  const commentsOf = database.prepare(
    `SELECT c.id, c.text, c.created_at AS createdAt, u.id AS authorId, u.name AS authorName, u.avatar FROM comments c
     JOIN users u ON u.id = c.user_id WHERE c.vehicle_id = ? AND c.hidden = 0 ORDER BY c.id LIMIT 20`,
  );
  const details = (rows: [string, unknown][]) =>
    rows.map(([term, of]) => `<dt>${term}</dt><dd>${text(of)}</dd>`).join("");

  return (id) => {
    const vehicle = vehicleById.get(id) as Vehicle;
    const photos = photosOf.all(id) as { id: number; photo: string; caption: string }[];
    const comments = commentsOf.all(id) as Comment[];
    const name = text(`${vehicle.year} ${vehicle.make} ${vehicle.model}`);
    const story = vehicle.story === "" ? "" : `<h2>The story</h2>${paragraphs(vehicle.story).join("")}`;
    return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${name}</title></head><body>${before}<main id="main">
<a href="/vehicles/${id}"><img src="/img/photos/${vehicle.coverPhoto}?w=1600" alt=""></a>
<a href="/garages/${vehicle.garageId}">${text(vehicle.garageName)}</a><h1><span>${vehicle.year}</span> ${text(vehicle.make)} ${text(vehicle.model)}</h1>
<p>Shown by <a href="/garages/${vehicle.garageId}">${text(vehicle.ownerName)}</a></p>
<form method="post" action="/vehicles/${id}/like"><button>Like</button><span>${count(vehicle.likeCount, "like")}</span></form>${share(id, `${vehicle.year} ${vehicle.make} ${vehicle.model}`)}
<a href="#comments">${count(vehicle.commentCount, "comment")}</a><a href="/toolbox">Report <span>${name}</span></a>
<p>${text(vehicle.description)}</p>${story}
<h2>Details</h2><dl>${details([
      ["Make", vehicle.make],
      ["Model", vehicle.model],
      ["Year", vehicle.year],
      ["Condition", vehicle.condition === "" ? "Not stated" : vehicle.condition],
    ])}</dl>
<h2>Gallery</h2><ul>${photos
      .map(({ id: photo, photo: file, caption }) => {
        const words = caption === "" ? "" : `<p>${text(caption)}</p>`;
        return `<li><a href="/vehicles/${id}/photos/${photo}"><img loading="lazy" src="/img/photos/${file}?w=400" alt="${text(caption)}"></a>${words}</li>`;
      })
      .join("")}</ul>
<h2>Comments (${vehicle.commentCount})</h2><ol>${comments.map(comment).join("")}</ol><p><a href="/login">Log in</a> to join the conversation.</p></main>${after}</body></html>`;
  };
}
