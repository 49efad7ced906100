import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";
import { useOrigin } from "./use-origin";

interface ShareProps {
  /** Path of the page that is shared. */
  path: string;
  title: string;
  /** The looks of what opens the list. */
  className?: string;
}

/**
 * Where a page can be sent. Plain links: nothing of theirs is loaded before somebody follows one. The picture is on the
 * card that they make of the page.
 */
function targets(address: string, title: string): [name: string, url: string][] {
  const [url, text] = [encodeURIComponent(address), encodeURIComponent(title)];
  return [
    ["Email", `mailto:?subject=${text}&body=${url}`],
    ["WhatsApp", `https://wa.me/?text=${text}%20${url}`],
    ["Facebook", `https://www.facebook.com/sharer/sharer.php?u=${url}`],
    ["X", `https://x.com/intent/post?text=${text}&url=${url}`],
    ["Reddit", `https://www.reddit.com/submit?title=${text}&url=${url}`],
  ];
}

/** A mail program opens beside the page; a site gets a tab of its own, and is not told where one came from. */
const away = (url: string) =>
  url.startsWith("mailto:") ? {} : ({ target: "_blank", rel: "noopener noreferrer nofollow" } as const);

/**
 * Shares a page by mail, socially, and with script by copying its public address or by what the device offers. The
 * list opens below, at the right end of the nearest positioned box around.
 */
export function Share({ path, title, className = "button" }: ShareProps) {
  const origin = useOrigin();
  const menu = useRef<HTMLDetailsElement>(null);
  if (origin === undefined) return null;
  const address = origin + path;
  return (
    <details ref={menu} className="share" {...closing(menu)}>
      <summary className={className}>Share</summary>
      <ul>
        {targets(address, title).map(([name, url]) => (
          <li key={name}>
            <a href={url} {...away(url)}>
              {name}
            </a>
          </li>
        ))}
        <ByScript address={address} title={title} />
      </ul>
    </details>
  );
}

/** Escape closes the list, before whatever it stands in, and so does focus that goes elsewhere. */
function closing(menu: RefObject<HTMLDetailsElement>) {
  return {
    onKeyDown(event: KeyboardEvent) {
      if (event.key !== "Escape" || !menu.current?.open) return;
      event.stopPropagation();
      menu.current.open = false;
      menu.current.querySelector("summary")?.focus();
    },
    onBlur({ currentTarget, relatedTarget }: FocusEvent<HTMLDetailsElement>) {
      // A press on what takes no focus, or another window, is no way out.
      if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) currentTarget.open = false;
    },
  };
}

/** What only a script can do; the list is closed when it arrives, so that nothing moves. */
function ByScript({ address, title }: { address: string; title: string }) {
  const [ways, setWays] = useState({ copy: false, device: false });
  const [copied, setCopied] = useState("");
  useEffect(() => {
    // Neither is there without https.
    setWays({ copy: "clipboard" in navigator, device: "share" in navigator });
  }, []);
  const copy = () =>
    navigator.clipboard.writeText(address).then(
      () => setCopied(address),
      () => setCopied(""),
    );
  // Whoever closes the device's own list has changed their mind.
  const share = () => navigator.share({ title, url: address }).catch(() => undefined);
  return (
    <>
      {ways.copy ? (
        <li>
          <button type="button" onClick={copy}>
            <span aria-live="polite">{copied === address ? "Link copied" : "Copy link"}</span>
          </button>
        </li>
      ) : null}
      {ways.device ? (
        <li>
          <button type="button" onClick={share}>
            More ways…
          </button>
        </li>
      ) : null}
    </>
  );
}
