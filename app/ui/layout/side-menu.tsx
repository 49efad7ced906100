import { Link } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import { formatCount } from "~/lib/text";

export interface MenuItem {
  to: string;
  label: string;
  /** Matches the whole path of its own page, the beginning of paths below. Default: `to`. */
  pages?: RegExp;
  count?: number | undefined;
  isDanger?: boolean;
}

export interface MenuGroup {
  title?: string;
  items: readonly MenuItem[];
}

interface Props {
  label: string;
  groups: readonly MenuGroup[];
  path: string;
  children: ReactNode;
}

/** The menu, then the page. */
export function BesideMenu({ label, groups, path, children }: Props) {
  return (
    <div className="beside-menu wrap">
      <nav aria-label={label} className="side-menu" ref={useCurrentInSight()}>
        {groups.map((group) => (
          <Group key={group.items[0]?.to} {...group} path={path.replace(/\/$/, "")} />
        ))}
      </nav>
      {children}
    </div>
  );
}

/** Where CSS does not. */
function useCurrentInSight() {
  const row = useRef<HTMLElement>(null);
  useEffect(() => {
    const current = row.current?.querySelector("[aria-current]");
    if (!row.current || !current || row.current.scrollLeft > 0) return;
    const middleOf = (element: Element) => {
      const { left, width } = element.getBoundingClientRect();
      return left + width / 2;
    };
    row.current.scrollLeft = middleOf(current) - middleOf(row.current);
  }, []);
  return row;
}

function Group({ title, items, path }: MenuGroup & { path: string }) {
  const id = title && `menu-${title.toLowerCase()}`;
  const list = (
    <ul aria-labelledby={id}>
      {items.map(({ to, label, pages = new RegExp(`^${to}`), count = 0, isDanger }) => (
        <li key={to}>
          <Link to={to} aria-current={currentOf(pages, path)} className={isDanger ? "text-danger" : undefined}>
            {label} {count > 0 ? <span>{formatCount(count)}</span> : null}
          </Link>
        </li>
      ))}
    </ul>
  );
  if (!title) return list;
  return (
    <div>
      <p id={id}>{title}</p>
      {list}
    </div>
  );
}

function currentOf(pages: RegExp, path: string): "page" | true | undefined {
  const match = pages.exec(path)?.[0];
  if (match === undefined) return undefined;
  return match === path ? "page" : true;
}
