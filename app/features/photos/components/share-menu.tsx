import { useRef, useState } from "react";

/** Where a photo can be sent. Plain links: nothing of theirs is loaded before somebody follows one. */
function targets(address: string, title: string): [string, string][] {
  const [url, text] = [encodeURIComponent(address), encodeURIComponent(title)];
  return [
    ["Email", `mailto:?subject=${text}&body=${url}`],
    ["WhatsApp", `https://wa.me/?text=${text}%20${url}`],
    ["Facebook", `https://www.facebook.com/sharer/sharer.php?u=${url}`],
    ["X", `https://x.com/intent/post?text=${text}&url=${url}`],
    ["Reddit", `https://www.reddit.com/submit?title=${text}&url=${url}`],
  ];
}

const ITEM = "flex min-h-11 w-full items-center px-4 text-left font-semibold hover:bg-sunk";

/**
 * Shares a photo's page, socially or by email.
 * @param page its path
 */
export function ShareMenu({ page, title }: { page: string; title: string }) {
  const menu = useRef<HTMLDetailsElement>(null);
  const [copied, setCopied] = useState(false);
  const address = new URL(page, window.location.href).href;
  const copy = async () => {
    await navigator.clipboard.writeText(address);
    setCopied(true);
  };
  return (
    <details
      ref={menu}
      className="relative"
      onKeyDown={(event) => {
        // Escape closes the menu first, the lightbox at the next press.
        if (event.key !== "Escape" || !menu.current?.open) return;
        event.stopPropagation();
        menu.current.open = false;
        menu.current.querySelector("summary")?.focus();
      }}
    >
      <summary className="flex min-h-11 list-none items-center rounded-md bg-black px-3 font-semibold text-white [&::-webkit-details-marker]:hidden">
        Share
      </summary>
      <div className="absolute right-0 w-48 overflow-hidden rounded-md border border-line-strong bg-surface py-1 text-ink">
        {targets(address, title).map(([name, url]) => (
          <a key={name} href={url} target="_blank" rel="noopener noreferrer" className={ITEM}>
            {name}
          </a>
        ))}
        <button type="button" onClick={copy} className={`${ITEM} cursor-pointer`}>
          <span aria-live="polite">{copied ? "Link copied" : "Copy link"}</span>
        </button>
      </div>
    </details>
  );
}
