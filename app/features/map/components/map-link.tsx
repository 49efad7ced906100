import { Link, type LinkProps, useNavigate } from "@remix-run/react";
import type { MouseEvent } from "react";

/** Where the map stands on its page. */
export const MAP_ID = "map";

/**
 * A link to another state of the page. Without script it leads back to where the map is; with script the map changes
 * under the pointer and nothing jumps. No crawler has to look at the world piece by piece.
 */
export function MapLink({ to, ...rest }: Omit<LinkProps, "to" | "onClick"> & { to: string }) {
  const navigate = useNavigate();
  const stay = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return;
    event.preventDefault();
    navigate(to, { preventScrollReset: true });
  };
  return <Link rel="nofollow" {...rest} to={`${to}#${MAP_ID}`} onClick={stay} />;
}
