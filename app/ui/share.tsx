import { type ReactNode, useEffect, useState } from "react";
import { useOrigin } from "./document/page-title";
import { PopupMenu } from "./popup-menu";

interface ShareProps {
  path: string;
  title: string;
  className?: string;
  label?: ReactNode;
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

export function ShareMenu({ path, title, className, label = "Share" }: ShareProps) {
  const origin = useOrigin();
  if (origin === undefined) return null;
  const address = origin + path;
  return (
    <PopupMenu label={label} className={className}>
      <CopyLink address={address} />
      {targets(address, title).map(([name, url]) => (
        <li key={name}>
          <a href={url} {...away(url)}>
            {name}
          </a>
        </li>
      ))}
      <ShareByDevice address={address} title={title} />
    </PopupMenu>
  );
}

/** https only, like sharing by the device. */
function CopyLink({ address }: { address: string }) {
  const [isAvailable, setAvailable] = useState(false);
  const [copied, setCopied] = useState("");
  useEffect(() => setAvailable("clipboard" in navigator), []);
  if (!isAvailable) return null;
  const copy = () =>
    navigator.clipboard.writeText(address).then(
      () => setCopied(address),
      () => setCopied(""),
    );
  return (
    <li>
      <button type="button" onClick={copy}>
        <span aria-live="polite">{copied === address ? "Link copied" : "Copy link"}</span>
      </button>
    </li>
  );
}

function ShareByDevice({ address, title }: { address: string; title: string }) {
  const [isAvailable, setAvailable] = useState(false);
  useEffect(() => setAvailable("share" in navigator), []);
  if (!isAvailable) return null;
  // Closing the share sheet rejects the promise.
  const share = () => navigator.share({ title, url: address }).catch(() => undefined);
  return (
    <li>
      <button type="button" onClick={share}>
        More options…
      </button>
    </li>
  );
}
