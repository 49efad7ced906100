import type { Browser, BrowserContextOptions, Page, Request } from "@playwright/test";
import { expect } from "@playwright/test";
import { jpegWithExif } from "../support/images";

/** Stands for all that look alike and do the same (each card of a list). */
interface Control {
  /** Also after a reload. */
  key: string;
  name: string;
  /** In `data-walk`. */
  mark: string;
  kind: "press" | "text" | "choice" | "file";
  isLink: boolean;
}

export interface Walk {
  page: Page;
  /**
   * As its user, whose session a press may have ended.
   * @returns the status
   */
  open(address: string): Promise<number>;
  /**
   * As a link does, in the same document.
   * @returns whether it arrived
   */
  follow(address: string): Promise<boolean>;
  settle(): Promise<void>;
  /** Since the last check. */
  troubles: string[];
  /** Links and forms' buttons on any page, others on theirs. */
  pressed: Set<string>;
  /** Deleted by an earlier press. */
  lost: string[];
  tell(problem: string): void;
}

interface Looks {
  missing?: readonly string[];
  leads?: string;
}

/** A menu, a dialog in it, its button. */
const DEEPEST = 3;

/** Also on later pages. */
const EVERYWHERE = process.env.EVERY_LINK === "1";

/**
 * Each control once, also those revealed by a press; checks the page after each.
 * @param address evaluated for each visit: a press may have deleted rows
 */
export async function pressAll(walk: Walk, name: string, address: () => string, looks: Looks): Promise<void> {
  const { page, troubles, pressed } = walk;
  const ways: Control[][] = [];
  let visibleControls: Control[] = [];
  let home = "";
  /** Since opening the page; undefined after leaving it. */
  let done: Control[] | undefined;
  /** So another link leads back. */
  let byLink = false;
  const keysOf = (controls: Control[]) => controls.map(({ key }) => key).join("\n");

  const nameOf = (way: Control[]) => `${name}: ${way.map((control) => control.name).join(" > ") || "opened"}`;
  const report = (way: Control[], trouble: string) => {
    walk.tell(`${nameOf(way)}: ${trouble.replace(/\s+/g, " ").slice(0, 400)}`);
  };
  const look = async (way: Control[]) => {
    await walk.settle();
    const view = await lookAt(page);
    for (const trouble of [...troubles.splice(0), ...view.wrong]) report(way, trouble);
    return view;
  };
  const open = async () => {
    const target = address();
    const status = await walk.open(target);
    await walk.settle();
    if (status >= 400) troubles.push(`answered with ${status}`);
    const { pathname } = new URL(page.url());
    if (pathname !== target.split("?")[0] && !looks.leads) troubles.push(`led to ${pathname}`);
  };
  /**
   * A way's last control, after the others if necessary.
   * @returns whether it was there
   */
  const go = async (way: Control[], isNew: boolean): Promise<boolean> => {
    const before = way.slice(0, -1);
    if (isNew || !done || keysOf(done) !== keysOf(before)) {
      if (isNew || !byLink || !(await walk.follow(home))) await open();
      const { pathname, search } = new URL(page.url());
      if (looks.missing?.includes(pathname + search)) troubles.length = 0;
      const view = await look([]);
      [home, visibleControls, done, byLink] = [view.url, view.controls, [], false];
    }
    for (const { key } of way.slice(done.length)) {
      const find = () => visibleControls.find((candidate) => candidate.key === key);
      let control = find();
      // Rendered again, it has no mark.
      if (control && (await page.locator(markOf(control)).count()) === 0) {
        visibleControls = (await look(done)).controls;
        control = find();
      }
      // A permanent effect need not be repeated.
      if (!control && key !== way.at(-1)?.key) continue;
      if (!control) return false;
      await press(walk, control);
      const view = await look(way);
      const isSame = keysOf(view.controls) === keysOf(visibleControls);
      visibleControls = view.controls;
      if (view.url !== home) {
        done = undefined;
        byLink = control.isLink;
        return true;
      }
      if (!isSame) done = [...done, control];
    }
    return true;
  };

  await go([], true);
  for (let way: Control[] | undefined = []; way; way = ways.pop()) {
    try {
      if (way.length > 0 && !(await go(way, false)) && !(await go(way, true))) walk.lost.push(nameOf(way));
    } catch (error) {
      done = undefined;
      report(way, (error as Error).message);
      await open();
    }
    if (!done || keysOf(done) !== keysOf(way) || way.length === DEEPEST) continue;
    for (const control of visibleControls.toReversed()) {
      const key = !EVERYWHERE && control.key.includes("->") ? control.key : `${name}: ${control.key}`;
      if (!pressed.has(key)) ways.push([...way, control]);
      pressed.add(key);
    }
  }
}

export async function newWalk(
  browser: Browser,
  options: BrowserContextOptions & { baseURL: string },
  comeBack: (page: Page) => Promise<void>,
  tell: Walk["tell"],
): Promise<Walk> {
  const page = await browser.newPage(options);
  // Before the test's timeout.
  page.setDefaultTimeout(20_000);
  const troubles: string[] = [];
  const onTheWay = new Set<Request>();
  let isLeaving = false;
  await page.addInitScript(() => {
    window.print = () => {};
  });
  page.on("pageerror", ({ message }) => {
    // The browser's, if a navigation interrupts another.
    if (!/^Transition was (aborted|skipped)/.test(message)) troubles.push(`exception: ${message}`);
  });
  page.on("console", (message) => {
    // Checked as responses.
    if (message.type() !== "error" || /Failed to load resource.*status of 4\d\d/.test(message.text())) return;
    troubles.push(`console: ${message.text()}`);
  });
  page.on("request", (request) => {
    if (!/^(blob|data|about):|^chrome/.test(request.url()) && !request.url().startsWith(options.baseURL)) {
      troubles.push(`asks another site: ${request.url()}`);
    }
    onTheWay.add(request);
    isLeaving ||= request.isNavigationRequest();
  });
  for (const end of ["requestfinished", "requestfailed"] as const) {
    page.on(end as "requestfinished", (request) => onTheWay.delete(request));
  }
  // A left page's requests may never end; a new history entry leaves none.
  page.on("framenavigated", () => {
    if (isLeaving) onTheWay.clear();
    isLeaving = false;
  });
  page.on("response", (response) => {
    // An unread body never ends; the router reports its reads.
    if (response.request().resourceType() === "fetch") onTheWay.delete(response.request());
    const isRead = ["GET", "HEAD"].includes(response.request().method());
    const { pathname, search } = new URL(response.url());
    // May be a search for the typed text.
    const isRefused = (response.status() === 400 || pathname.startsWith("/report")) && search !== "";
    if (isRefused || response.status() < (isRead ? 400 : 500)) return;
    troubles.push(`${response.status()} ${pathname}`);
  });
  page.on("dialog", (dialog) => void dialog.accept().catch(() => {}));
  page.on("download", (download) => {
    onTheWay.clear();
    void download.cancel().catch(() => {});
  });
  page.on("popup", (popup) => void popup.close().catch(() => {}));

  const open = async (address: string) => {
    await comeBack(page);
    const response = await page.goto(address, { waitUntil: "domcontentloaded" });
    return response?.status() ?? 200;
  };
  const follow = async (address: string) => {
    const isOnWay = await page.evaluate((to) => {
      const router = (window as { __remixRouter?: { navigate(to: string): Promise<void> } }).__remixRouter;
      const { pathname, search, hash } = new URL(to);
      void router?.navigate(pathname + search + hash);
      return router !== undefined;
    }, address);
    if (isOnWay) await settle();
    return page.url() === address;
  };
  const settle = async () => {
    await expect(async () => {
      expect([...onTheWay].map((request) => `${request.method()} ${request.url()}`)).toEqual([]);
      const isIdle = await page.evaluate(async () => {
        // First touch (`app/ui/document/load-deferred.ts`).
        dispatchEvent(new Event("pointerdown"));
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
        const isReady =
          document.documentElement.hasAttribute("data-hydrated") ||
          !document.querySelector("script[type='text/later'], script[type=module]");
        type State = { navigation: { state: string }; revalidation: string; fetchers: Map<string, { state: string }> };
        const state = (window as { __remixRouter?: { state: State } }).__remixRouter?.state;
        // A dialog's fetcher may load its route's script first.
        const sending = state && [...state.fetchers.values()].some((fetcher) => fetcher.state !== "idle");
        const isMoving = state && (state.navigation.state !== "idle" || state.revalidation !== "idle" || sending);
        return isReady && !isMoving;
      });
      expect(isIdle && onTheWay.size === 0).toBe(true);
    }).toPass({ intervals: [10, 20, 50], timeout: 15_000 });
  };
  return { page, open, follow, settle, troubles, pressed: new Set(), lost: [], tell };
}

/** Marks visible controls, and finds faults. */
function lookAt(page: Page): Promise<{ url: string; controls: Control[]; wrong: string[] }> {
  return page.evaluate((screenWidth) => {
    const plain = (text: string) => text.replace(/\d+/g, "#").replace(/\s+/g, " ").trim();
    const pathOf = (address: string) => {
      if (address.startsWith("#")) return "#";
      const { pathname, searchParams, hash } = new URL(address, location.href);
      // Tokens vary.
      return `${plain(decodeURIComponent(pathname).replace(/[\w-]{22,}/g, "#"))}?${[...searchParams.keys()]}${plain(hash)}`;
    };
    const isShown = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true });
    };
    // Out of reach under a dialog.
    const modal = [...document.querySelectorAll("dialog:modal, [aria-modal=true]")].at(-1);
    const controls = new Map<string, Control>();
    const all = document.querySelectorAll<HTMLElement>(
      "a[href], button, summary, select, textarea, label:has(input), input:not([type=hidden])",
    );
    for (const marked of document.querySelectorAll("[data-walk]")) marked.removeAttribute("data-walk");
    for (const [index, element] of [...all].entries()) {
      const tag = element.localName;
      if (modal && !modal.contains(element)) continue;
      if (!isShown(element) || element.matches(":disabled, [inert] *, [aria-disabled=true]")) continue;
      // For a field too small to press.
      if (tag === "label" && [...element.querySelectorAll("input")].some(isShown)) continue;
      if (tag === "select" && (element as HTMLSelectElement).options.length < 2) continue;
      const href = element.getAttribute("href");
      if (href !== null && new URL(href, location.href).origin !== location.origin) continue;
      const type = tag === "input" ? (element as HTMLInputElement).type : "";
      const words = plain(
        element.getAttribute("aria-label") ?? (/select|textarea/.test(tag) ? "" : element.textContent) ?? "",
      );
      const action = href ?? (element as HTMLButtonElement).form?.getAttribute("action");
      const around = element.closest("body > header, body > footer, body > nav, dialog, [role=dialog], main");
      const place = around?.localName ?? "body";
      const label = `${plain(element.getAttribute("name") ?? "")} ${words.split(" ").slice(0, 2).join(" ")}`.trim();
      const target = action ? `-> ${pathOf(action)}` : /header|footer|nav/.test(place) ? "-> everywhere" : "";
      const key = `${place} ${element.parentElement?.className} ${tag}${type}.${element.className} ${href === null ? label : ""} ${target}`;
      if (controls.has(key)) continue;
      element.dataset.walk = String(index);
      const kind =
        type === "file"
          ? "file"
          : tag === "select"
            ? "choice"
            : tag === "textarea" || /^(text|search|email|url|tel|password|number|date|datetime-local|month)$/.test(type)
              ? "text"
              : "press";
      controls.set(key, {
        key,
        name: `${tag} "${label}" ${target}`,
        mark: String(index),
        kind,
        isLink: href !== null,
      });
    }
    const { scrollWidth } = document.documentElement;
    // A phone's `innerWidth` grows with the page.
    const isPage = document.contentType === "text/html";
    const wide =
      isPage && scrollWidth > screenWidth ? [`the page is ${scrollWidth} px wide on a screen of ${screenWidth}`] : [];
    const texts = [...document.querySelectorAll("h1, h2, p")].map(({ textContent }) => textContent ?? "");
    const isError = texts.some((text) => /^Oops! Something went wrong/.test(text));
    return {
      url: location.href,
      controls: [...controls.values()],
      wrong: [...wide, ...(isError ? ["the error screen"] : [])],
    };
  }, page.viewportSize()!.width);
}

const markOf = ({ mark }: Control) => `[data-walk="${mark}"]`;

async function press({ page, troubles }: Walk, control: Control): Promise<void> {
  const { kind } = control;
  const target = page.locator(markOf(control));
  if (kind === "file") {
    const buffer = await jpegWithExif({ width: 90, height: 60 });
    return target.setInputFiles({ name: "1.jpg", mimeType: "image/jpeg", buffer });
  }
  if (kind === "choice") return void (await target.selectOption({ index: 1 }));
  const obstacle = await target.evaluate(meets);
  if (obstacle === "itself") await target.click();
  // Visible on focus only, such as the skip link.
  else if (obstacle === "itself, by keys") await page.keyboard.press("Enter");
  else {
    // A covering message disappears.
    await target.click({ timeout: 5_000 }).catch(() => troubles.push(`a pointer meets ${obstacle}`));
  }
  if (kind === "text") await page.keyboard.type("a");
}

async function meets(element: HTMLElement): Promise<string> {
  const meet = () => {
    const { left, top, width, height } = element.getClientRects()[0] ?? element.getBoundingClientRect();
    const topElement = document.elementFromPoint(left + width / 2, top + height / 2);
    if (topElement && (element.contains(topElement) || element.closest("label")?.contains(topElement))) return "itself";
    return topElement ? topElement.outerHTML.slice(0, 150) : `nothing at ${left}, ${top}`;
  };
  element.scrollIntoView({ block: "center", behavior: "instant" });
  const obstacle = meet();
  if (obstacle === "itself") return obstacle;
  element.focus();
  await new Promise((resolve) => setTimeout(() => requestAnimationFrame(resolve), 50));
  return meet() === "itself" ? "itself, by keys" : obstacle;
}
