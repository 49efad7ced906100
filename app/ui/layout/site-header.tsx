import { Form, Link, useLocation } from "@remix-run/react";
import { type ComponentType, type ReactNode, type RefObject, useEffect, useRef } from "react";
import { imageWidthAddress } from "~/lib/image-url";
import { Avatar } from "../avatar";
import { isHydrating } from "../document/hydration";
import { useSite } from "../document/page-title";
import { ChevronDownIcon, SearchIcon } from "../icons";
import { isInSection } from "./phone-bar";

interface HeaderViewer {
  name: string;
  avatar: string;
  isAdmin: boolean;
  isStaff: boolean;
}

interface SiteHeaderProps {
  viewer: HeaderViewer | null;
  bell?: ReactNode;
  login: ComponentType<{ className: string }>;
  suggestions: ComponentType<{ field: RefObject<HTMLInputElement | null> }>;
}

const LINKS = [
  ["/garages", "Garages"],
  ["/vehicles", "Vehicles"],
  ["/events", "Events"],
  ["/map-search", "Map"],
] as const;

/** Its page has a field of its own. */
const SEARCH = "/search";

/** Below this width the phone's bar has these links. */
const WIDE = "max-md:hidden";

const NAV = "inline-flex min-h-11 items-center font-semibold hover:underline underline-offset-4 decoration-2";

/** On a phone `PhoneBar` has the sections and the login. */
export function SiteHeader({ viewer, bell, login: LoginLink, suggestions }: SiteHeaderProps) {
  const { pathname } = useLocation();
  const { name, logo, signUpLabel } = useSite();
  return (
    <header className="border-b border-line bg-paper">
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <div className="wrap flex flex-wrap items-center gap-x-4 gap-y-2 py-2 lg:flex-nowrap lg:gap-x-6">
        <Link to="/" aria-label={`${name}, home`} className="inline-flex min-h-11 items-center">
          <Logo name={name} logo={logo} />
        </Link>
        {pathname === SEARCH ? null : <SearchBox suggestions={suggestions} />}
        <nav aria-label="Main" className="ml-auto flex items-center gap-4 lg:gap-6">
          {LINKS.map(([to, label]) => {
            const current = pathname === to || isInSection(pathname, to);
            return (
              <Link
                key={to}
                to={to}
                aria-current={current ? "page" : undefined}
                className={`${NAV} ${WIDE} ${current ? "underline" : ""}`}
              >
                {label}
              </Link>
            );
          })}
          {viewer ? (
            <div className="flex items-center gap-2">
              {bell}
              <AccountMenu viewer={viewer} />
            </div>
          ) : (
            <>
              <LoginLink className={`${NAV} ${signUpLabel === null ? "" : WIDE}`} />
              {signUpLabel === null ? null : (
                <Link to="/signup" className="button max-md:px-3 max-md:text-sm">
                  {signUpLabel}
                </Link>
              )}
            </>
          )}
        </nav>
      </div>
    </header>
  );
}

function SearchBox({ suggestions: Suggestions }: Pick<SiteHeaderProps, "suggestions">) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <Form
      action={SEARCH}
      method="get"
      role="search"
      className="order-last flex w-full lg:order-none lg:max-w-md lg:flex-1"
      onSubmit={(event) => {
        const query = new FormData(event.currentTarget).get("q");
        if (String(query).trim() === "") event.preventDefault();
      }}
    >
      <label htmlFor="site-search" className="sr-only">
        Search garages, members, vehicles and events
      </label>
      <input
        ref={field}
        id="site-search"
        type="search"
        dir="auto"
        name="q"
        maxLength={100}
        placeholder="Search"
        className="input min-h-11! rounded-r-none border-r-0 py-1.5"
      />
      <button type="submit" className="button rounded-l-none border-line-strong px-3">
        <SearchIcon />
        <span className="sr-only">Search</span>
      </button>
      <Suggestions field={field} />
    </Form>
  );
}

const ITEM = "flex min-h-11 w-full items-center px-4 text-left font-semibold hover:bg-sunk";

/** A `details` element, to work without script; script closes it on Escape and outside clicks. */
function AccountMenu({ viewer }: { viewer: HeaderViewer }) {
  const menu = useRef<HTMLDetailsElement>(null);
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes the menu
  useEffect(() => {
    if (!isHydrating()) menu.current?.removeAttribute("open");
  }, [key]);
  useEffect(() => {
    const close = (event: Event) => {
      const details = menu.current;
      if (!details?.open) return;
      if (event instanceof KeyboardEvent) {
        if (event.key !== "Escape") return;
        details.querySelector("summary")?.focus();
      } else if (details.contains(event.target as Node)) return;
      details.removeAttribute("open");
    };
    document.addEventListener("pointerdown", close);
    document.addEventListener("keydown", close);
    return () => {
      document.removeEventListener("pointerdown", close);
      document.removeEventListener("keydown", close);
    };
  }, []);
  return (
    <details ref={menu} className="relative">
      <summary className="flex min-h-11 list-none items-center gap-1 [&::-webkit-details-marker]:hidden">
        <Avatar avatar={viewer.avatar} size={36} />
        <span className="sr-only">
          Account menu: <bdi>{viewer.name}</bdi>
        </span>
        <ChevronDownIcon className="size-4" />
      </summary>
      <div className="absolute right-0 z-40 mt-1 w-56 overflow-hidden rounded-md border border-line-strong bg-surface py-1">
        <p dir="auto" className="truncate border-b border-line px-4 py-2 text-sm text-grey">
          {viewer.name}
        </p>
        <Link to="/profile" className={ITEM}>
          My Garage
        </Link>
        <Link to="/settings" className={ITEM}>
          Settings
        </Link>
        {viewer.isStaff ? (
          <Link to="/moderation" className={ITEM}>
            Moderation
          </Link>
        ) : null}
        {viewer.isAdmin ? (
          <>
            <Link to="/admin" className={ITEM}>
              Admin Dashboard
            </Link>
            <Link to="/admin/tickets" className={ITEM}>
              Support Inbox
            </Link>
          </>
        ) : null}
        <Form method="post" action="/logout">
          <button type="submit" className={`${ITEM} cursor-pointer`}>
            Logout
          </button>
        </Form>
      </div>
    </details>
  );
}

/** The mark is decoration; the name is text, so a link around it needs no other accessible name. */
export function Logo({ name, logo }: { name: string; logo: string | null }) {
  return (
    <span className="inline-flex items-center gap-2">
      {logo === null ? (
        <BuiltInMark />
      ) : (
        <img
          src={imageWidthAddress("users", logo, 96)}
          width="32"
          height="32"
          alt=""
          className="size-8 shrink-0 rounded-sm"
        />
      )}
      <span
        className={`line-clamp-2 font-extrabold tracking-tight ${name.length > 16 ? "max-w-44 text-sm leading-tight" : "text-xl"}`}
      >
        {name}
      </span>
    </span>
  );
}

/** A number plate with a P whose eye is a garage door. Ink is `currentColor`, the door `--signal`. */
function BuiltInMark() {
  return (
    <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true" focusable="false" className="shrink-0">
      <rect
        x="1.25"
        y="1.25"
        width="29.5"
        height="29.5"
        rx="6.75"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.5"
      />
      <path
        d="M8 26V6h9.5a7 7 0 0 1 0 14H14v6ZM14 11v4h3.5a2 2 0 0 0 0-4Z"
        fill="currentColor"
        fillRule="evenodd"
        clipRule="evenodd"
      />
      <path d="M14 11h3.5a2 2 0 0 1 0 4H14Z" fill="var(--signal)" />
    </svg>
  );
}
