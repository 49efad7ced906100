import { afterAll, beforeAll, expect, test } from "vitest";
import { type Cast, fill } from "../e2e/cast";
import { visitsTo } from "../e2e/every-page";
import { cookiesOf, sampleSite } from "../e2e/sample-site";
import { pagesOf, VIEWER_KINDS } from "../support/addresses";
import { HtmlPage } from "../support/page";

// Follows every link as each kind of user: pages, pictures, feeds, files, ids within a page.

/** The most addresses that differ only in query values, such as pages and filters. */
const ALIKE = 4;
const AT_ONCE = 4;

let sample: Awaited<ReturnType<typeof sampleSite>>;
let cast: Cast;

beforeAll(async () => {
  sample = await sampleSite();
  cast = await fill(sample.site);
}, 600_000);
afterAll(() => sample?.end());

function linksIn({ root }: HtmlPage): string[] {
  const of = (name: string) => root.querySelectorAll(`[${name}]`).map((element) => element.getAttribute(name) ?? "");
  const sets = of("srcset").flatMap((set) => set.split(/,\s+/).map((source) => source.trim().split(/\s+/)[0] ?? ""));
  const pictures = root.querySelectorAll('meta[property="og:image"]').map((meta) => meta.getAttribute("content") ?? "");
  // "" is the page itself.
  return [...of("href"), ...of("src"), ...sets, ...pictures]
    .map((link) => link.replaceAll("&amp;", "&"))
    .filter(Boolean);
}

/** The target of redirects counts. */
async function ask(address: string, headers: Record<string, string>, from: string) {
  const response = await fetch(address, { headers: { Accept: "text/html,*/*", ...headers } });
  const isPage = response.headers.get("content-type")?.startsWith("text/html") ?? false;
  const body = await response.text();
  return { status: response.status, at: response.url, page: isPage ? new HtmlPage(body) : undefined, from };
}

async function walk(starts: readonly string[], headers: Record<string, string>) {
  const { url } = sample.site;
  const checked = new Map<string, string>();
  const alike = new Map<string, number>();
  const queue: string[] = [];
  const broken: string[] = [];
  /** Each with a page that links to it. */
  const places = new Map<string, Map<string, string>>();
  const add = (link: string, from: string) => {
    if (!URL.canParse(link, from)) return void broken.push(`${link} on ${from} is no address`);
    const target = new URL(link, from);
    const address = target.href.replace(/^webcal:/, "http:").replace(/#.*$/, "");
    if (!address.startsWith(`${url}/`) && address !== url) return;
    const place = decodeURIComponent(target.hash.slice(1));
    if (place !== "") places.set(address, (places.get(address) ?? new Map()).set(place, from));
    if (checked.has(address)) return;
    const kind = `${target.pathname}?${[...target.searchParams.keys()].sort().join("&")}`;
    const many = alike.get(kind) ?? 0;
    if (target.search !== "" && many >= ALIKE) return;
    alike.set(kind, many + 1);
    checked.set(address, from);
    queue.push(address);
  };
  for (const start of starts) add(start, `${url}/`);
  const pages = new Map<string, HtmlPage>();
  const work = async () => {
    for (let address = queue.shift(); address !== undefined; address = queue.shift()) {
      const { status, at, page } = await ask(address, headers, checked.get(address)!);
      if (status >= 400) broken.push(`${status} ${address} on ${checked.get(address)}`);
      if (!page) continue;
      pages.set(address, page);
      for (const link of linksIn(page)) add(link, at);
    }
  };
  // Idle workers follow new links of others.
  while (queue.length > 0) await Promise.all(Array.from({ length: AT_ONCE }, work));
  for (const [address, anchors] of places) {
    const page = pages.get(address);
    if (!page) continue;
    const ids = new Set(page.root.querySelectorAll("[id]").map(({ id }) => id));
    for (const [place, from] of anchors)
      if (!ids.has(place)) broken.push(`no #${place} at ${address}, named on ${from}`);
  }
  return { broken, followed: checked.size };
}

for (const viewer of VIEWER_KINDS) {
  test(`no link is broken, as ${viewer}; what is broken is found`, async () => {
    const { url } = sample.site;
    const cookie = await cookiesOf(sample.site, cast)(viewer);
    const pages = pagesOf(viewer)
      .filter(({ facts: { missing, as, target } }) => !missing && !as && !target)
      .flatMap((kind) => visitsTo(kind, cast, viewer));
    const starts = ["/", "/nowhere", "/about-us#nothing", ...pages];
    const { broken, followed } = await walk(starts, cookie === "" ? {} : { Cookie: cookie });
    console.log(`${viewer}: ${followed} links`);
    expect(followed).toBeGreaterThan(300);
    expect(broken).toEqual([`404 ${url}/nowhere on ${url}/`, `no #nothing at ${url}/about-us, named on ${url}/`]);
    expect(sample.site.faults()).toEqual([]);
  });
}
