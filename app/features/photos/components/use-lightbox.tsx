import { type ComponentType, type MouseEvent, useEffect, useRef, useState } from "react";
import type { PhotoView } from "~/features/vehicles/photo-queries.server";
import { imageSources } from "~/lib/image-url";
import type { LightboxSlide } from "./lightbox";

type LightboxComponent = ComponentType<{ slides: LightboxSlide[]; index: number; onClose: () => void }>;

function slideOf({ id, photo, caption }: PhotoView, vehicleId: string, alt: string): LightboxSlide {
  const { src, srcSet, width, height } = imageSources("photos", photo, { view: "full" });
  const ratio = width && height ? height / width : undefined;
  const widths = srcSet?.split(", ").map((candidate) => {
    const [address = "", size = "0"] = candidate.split(" ");
    const wide = Number.parseInt(size, 10);
    return { src: address, width: wide, height: Math.round(wide * (ratio ?? 0)) };
  });
  const page = `/vehicles/${vehicleId}/photos/${id}`;
  return { src, srcSet: widths, width, height, alt, description: caption || undefined, page };
}

interface Shown {
  index: number;
  Lightbox: LightboxComponent;
  opener: HTMLElement;
}

/**
 * Opens a gallery's links to photo pages in the lightbox, which is fetched at the first press; should that fail, or
 * where a new tab is asked for, the link leads to the photo's page as it does without script. The browser's Back closes
 * it, however many photos were looked at.
 */
export function useLightbox(photos: PhotoView[], vehicleId: string, altOf: (index: number) => string) {
  const [shown, setShown] = useState<Shown | null>(null);
  const open = (index: number) => (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    const opener = event.currentTarget;
    import("./lightbox").then(
      (module) => setShown({ index, Lightbox: module.default, opener }),
      () => window.location.assign(opener.href),
    );
  };
  const close = useClosedByBack(shown, (opener) => {
    setShown(null);
    opener.focus();
  });
  const lightbox = shown ? (
    <shown.Lightbox
      slides={photos.map((photo, at) => slideOf(photo, vehicleId, altOf(at)))}
      index={shown.index}
      onClose={close}
    />
  ) : null;
  return { open, lightbox };
}

/** Marks the entry of the browser's history that stands for the open lightbox. */
const MARK = "lightbox";

/**
 * Gives the open lightbox an entry of the browser's history: the same page with the same state, so that the router,
 * which does not hear of it, has nothing to load. Going back leaves it, and closes.
 * @returns closes it otherwise: the entry goes as well
 */
function useClosedByBack(shown: Shown | null, closed: (opener: HTMLElement) => void): () => void {
  const whenClosed = useRef(closed);
  whenClosed.current = closed;
  useEffect(() => {
    if (!shown) return;
    const before = (window.history.state ?? {}) as { idx?: number; key?: string };
    // Forward led to the entry of one that was closed: it serves again.
    if (!(MARK in before)) window.history.pushState({ ...before, [MARK]: true }, "");
    const left = (event: PopStateEvent) => {
      const now = event.state as typeof before | null;
      const isOurs = now?.idx === before.idx && now?.key === before.key;
      // Somebody went further back than that: then it is the router's.
      if (isOurs) event.stopImmediatePropagation();
      whenClosed.current(shown.opener);
    };
    window.addEventListener("popstate", left, { capture: true });
    return () => window.removeEventListener("popstate", left, { capture: true });
  }, [shown]);
  return () => window.history.back();
}
