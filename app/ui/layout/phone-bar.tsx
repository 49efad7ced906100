import { Link, useLocation } from "@remix-run/react";
import type { ComponentType, ReactNode } from "react";
import { CalendarIcon, CarIcon, GarageIcon, HomeIcon, PersonIcon } from "../icons";

interface PhoneBarProps {
  /** Null for visitors. */
  viewer: { garageId: number | null } | null;
  login: ComponentType<{ current: boolean; children: ReactNode }>;
}

const SECTIONS = [
  { to: "/", label: "Home", Icon: HomeIcon },
  { to: "/garages", label: "Garages", Icon: GarageIcon },
  { to: "/vehicles", label: "Vehicles", Icon: CarIcon },
  { to: "/events", label: "Events", Icon: CalendarIcon },
] as const;

/** On narrow screens, instead of the header's links. CSS shows or hides it. */
export function PhoneBar({ viewer, login: LoginLink }: PhoneBarProps) {
  const { pathname } = useLocation();
  const isOwnPage = viewer !== null && isOwn(pathname, viewer.garageId);
  return (
    <nav aria-label="Sections" className="phone-bar">
      {SECTIONS.map(({ to, label, Icon }) => (
        <Link key={to} to={to} aria-current={isOwnPage ? undefined : currentOf(pathname, to)}>
          <Icon />
          {label}
        </Link>
      ))}
      {viewer ? (
        <Link to="/profile" aria-current={isOwnPage || undefined}>
          <PersonIcon />
          You
        </Link>
      ) : (
        <LoginLink current={pathname === "/login"}>
          <PersonIcon />
          Log in
        </LoginLink>
      )}
    </nav>
  );
}

/** "page" on the section's first page, true below it. */
function currentOf(pathname: string, section: string): "page" | true | undefined {
  if (pathname === section) return "page";
  // The map has no tab of its own: the events lead there.
  if (section === "/events" && pathname === "/map-search") return true;
  return section !== "/" && isInSection(pathname, section) ? true : undefined;
}

/** Whether a page is the user's own garage or account. */
function isOwn(pathname: string, garageId: number | null): boolean {
  const places = ["/settings", "/reports", "/cases", "/onboarding"];
  if (garageId !== null) places.push(`/garages/${garageId}`);
  return places.some((place) => pathname === place || pathname.startsWith(`${place}/`));
}

const ALSO: Readonly<Record<string, string>> = { "/vehicles": "/build/" };

/** "/vehicles/3" and "/build/7" are below "/vehicles". */
export function isInSection(pathname: string, section: string): boolean {
  const otherPrefix = ALSO[section];
  return pathname.startsWith(`${section}/`) || (otherPrefix !== undefined && pathname.startsWith(otherPrefix));
}
