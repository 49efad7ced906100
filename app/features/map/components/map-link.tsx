import { Link, type LinkProps, useNavigate } from "@remix-run/react";
import type { MouseEvent } from "react";

/** Id of the map on its page. */
export const MAP_ID = "map";

/**
 * A link to another state of the page, nofollow. Without script it scrolls to the map; with script it keeps the scroll
 * position.
 */
export function MapLink({ to, ...rest }: Omit<LinkProps, "to" | "onClick"> & { to: string }) {
  const navigate = useNavigate();
  const navigateInPlace = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return;
    event.preventDefault();
    navigate(to, { preventScrollReset: true });
  };
  return <Link rel="nofollow" {...rest} to={`${to}#${MAP_ID}`} onClick={navigateInPlace} />;
}
