import type { ReactNode } from "react";
import { Isolated } from "../linked-text";
import { PopupMenu } from "../popup-menu";

/** Of a table's row: one or two actions, or the main one and a `RowMenu`. */
export function RowActions({ children }: { children: ReactNode }) {
  return <div className="relative flex flex-wrap gap-2 md:flex-nowrap md:justify-end">{children}</div>;
}

interface RowMenuProps {
  /** The row's name, for assistive technology; names within marked by `isolate`. */
  of: string;
  /** `<li>` elements with links and buttons. */
  children: ReactNode;
}

export function RowMenu({ of, children }: RowMenuProps) {
  const label = (
    <span>
      More
      <span className="sr-only">
        : <Isolated text={of} />
      </span>
    </span>
  );
  return (
    <PopupMenu label={label} className="button button-small md:min-h-9">
      {children}
    </PopupMenu>
  );
}
