import { type FocusEvent, type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef } from "react";

interface PopupMenuProps {
  label: ReactNode;
  className?: string | undefined;
  /** `<li>` elements with links and buttons. */
  children: ReactNode;
}

/** A list below its button, or above it if there is more room. Without script, `<details>`. */
export function PopupMenu({ label, className = "button", children }: PopupMenuProps) {
  const menu = useRef<HTMLDetailsElement>(null);
  // It may have been opened before the script ran.
  useEffect(() => {
    if (menu.current) placeList(menu.current);
  }, []);
  return (
    <details ref={menu} className="popup" onToggle={(event) => placeList(event.currentTarget)} {...closing(menu)}>
      <summary className={className}>{label}</summary>
      <ul>{children}</ul>
    </details>
  );
}

/** On Escape, before an enclosing element handles it, and on loss of focus. */
function closing(menu: RefObject<HTMLDetailsElement | null>) {
  return {
    onKeyDown(event: KeyboardEvent) {
      if (event.key !== "Escape" || !menu.current?.open) return;
      event.stopPropagation();
      // Within a dialog opened by an item it closes that only.
      const dialog = (event.target as Element).closest("dialog");
      if (dialog !== null && menu.current.contains(dialog)) return;
      menu.current.open = false;
      menu.current.querySelector("summary")?.focus();
    },
    onBlur({ currentTarget, relatedTarget }: FocusEvent<HTMLDetailsElement>) {
      // Without a new focus target (a click on plain content, another window) it stays open.
      if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) currentTarget.open = false;
    },
  };
}

/** Opens upwards if the list does not fit below, but above. On a phone a bar covers the bottom. */
function placeList(menu: HTMLDetailsElement): void {
  const list = menu.querySelector("ul");
  if (list === null) return;
  delete menu.dataset.up;
  if (!menu.open) return;
  const bar = document.querySelector(".phone-bar")?.getBoundingClientRect();
  const bottom = bar !== undefined && bar.height > 0 && bar.top > 0 ? bar.top : window.innerHeight;
  const { bottom: end, height } = list.getBoundingClientRect();
  if (end > bottom && menu.getBoundingClientRect().top > height) menu.dataset.up = "";
}
