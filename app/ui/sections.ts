/** Addresses that belong to a section without standing below its own. */
const ALSO: Readonly<Record<string, string>> = { "/vehicles": "/build/" };

/** Whether a page is one of those behind a section's first page: "/vehicles/3" and "/build/7" are behind "/vehicles". */
export function isBelow(pathname: string, section: string): boolean {
  const also = ALSO[section];
  return pathname.startsWith(`${section}/`) || (also !== undefined && pathname.startsWith(also));
}
