import type { Page } from "@playwright/test";
import type Database from "better-sqlite3";

/** WCAG 1.4.10: 1,280 pixels at 400 %. */
export const NARROW = { width: 320, height: 700 };

/** 35 letters of average width. */
export const LONG = "Donaudampfschifffahrtsgesellschafts";

const TEXTS: Record<string, string[]> = {
  users: ["name", "bio", "location"],
  garages: ["name", "description", "location"],
  makes: ["name"],
  models: ["name"],
  vehicles: ["make", "model", "condition", "description", "story"],
  photos: ["caption"],
  build_entries: ["title", "text"],
  events: ["title", "location", "short_description", "full_description"],
  comments: ["text"],
  reviews: ["review"],
  tickets: ["subject", "description", "name"],
};

/** And every event spans two years. */
export function fillWithLong(database: Database.Database): void {
  for (const [table, columns] of Object.entries(TEXTS)) {
    database.exec(`UPDATE ${table} SET ${columns.map((column) => `${column} = '${LONG}' || id`).join(", ")}`);
  }
  const rows = JSON.stringify([{ name: LONG, value: LONG }]);
  const parts = JSON.stringify([{ name: LONG, maker: LONG, number: LONG, url: `https://${LONG}.example/` }]);
  database.prepare("UPDATE vehicles SET specs = ?").run(rows);
  database.prepare("UPDATE build_entries SET parts = ?").run(parts);
  database.exec(
    "UPDATE events SET start_date = '2031-11-28T10:00', end_date = '2032-12-28T18:00' WHERE start_date > '2030'",
  );
}

export async function tooWide(page: Page): Promise<string[]> {
  const problems = await page.evaluate((width) => {
    const { scrollWidth } = document.documentElement;
    if (scrollWidth <= width) return [];
    const over = [...document.querySelectorAll("body *")].filter(
      (element) => element.getBoundingClientRect().right > width + 1 && element.children.length === 0,
    );
    const elements = over
      .slice(0, 3)
      .map(({ tagName, className }) => `<${tagName.toLowerCase()} class="${className}">`);
    return [`${scrollWidth}: ${elements.join(" ")}`];
  }, NARROW.width);
  const { pathname, search } = new URL(page.url());
  return problems.map((problem) => `${(pathname + search).slice(0, 60)} ${problem}`);
}
