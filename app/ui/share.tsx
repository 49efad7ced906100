import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";
import { useOrigin } from "./document/page-title";

interface ShareProps {
  path: string;
  title: string;
  className?: string;
}

/** Plain links: nothing is loaded from these sites before a click. */
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

/** Mail links open in place; sites in a new tab without referrer. */
const away = (url: string) =>
  url.startsWith("mailto:") ? {} : ({ target: "_blank", rel: "noopener noreferrer nofollow" } as const);

export function ShareMenu({ path, title, className = "button" }: ShareProps) {
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

/** On Escape, before an enclosing element handles it, and on loss of focus. */
function closing(menu: RefObject<HTMLDetailsElement | null>) {
  return {
    onKeyDown(event: KeyboardEvent) {
      if (event.key !== "Escape" || !menu.current?.open) return;
      event.stopPropagation();
      menu.current.open = false;
      menu.current.querySelector("summary")?.focus();
    },
    onBlur({ currentTarget, relatedTarget }: FocusEvent<HTMLDetailsElement>) {
      // Without a new focus target (a click on plain content, another window) it stays open.
      if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) currentTarget.open = false;
    },
  };
}

function ByScript({ address, title }: { address: string; title: string }) {
  const [available, setAvailable] = useState({ copy: false, device: false });
  const [copied, setCopied] = useState("");
  useEffect(() => {
    // Both need https.
    setAvailable({ copy: "clipboard" in navigator, device: "share" in navigator });
  }, []);
  const copy = () =>
    navigator.clipboard.writeText(address).then(
      () => setCopied(address),
      () => setCopied(""),
    );
  // Closing the share sheet rejects the promise.
  const share = () => navigator.share({ title, url: address }).catch(() => undefined);
  return (
    <>
      {available.copy ? (
        <li>
          <button type="button" onClick={copy}>
            <span aria-live="polite">{copied === address ? "Link copied" : "Copy link"}</span>
          </button>
        </li>
      ) : null}
      {available.device ? (
        <li>
          <button type="button" onClick={share}>
            More options…
          </button>
        </li>
      ) : null}
    </>
  );
}
