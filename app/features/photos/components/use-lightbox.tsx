import { type ComponentType, type MouseEvent, useEffect, useState } from "react";
import type { PhotoView } from "~/features/photos/rows.server";
import { imageSources } from "~/lib/image-url";
import { closeOverlay, openOverlay } from "~/ui/document/overlay-history";
import type { LightboxProps, LightboxSlide, ReportOf } from "./lightbox";

function slideOf({ photo, caption }: PhotoView, page: string, alt: string): LightboxSlide {
  const { src, srcSet, width, height } = imageSources("photos", photo, { view: "full" });
  const ratio = width && height ? height / width : undefined;
  const widths = srcSet?.split(", ").map((candidate) => {
    const [address = "", size = "0"] = candidate.split(" ");
    const wide = Number.parseInt(size, 10);
    return { src: address, width: wide, height: Math.round(wide * (ratio ?? 0)) };
  });
  return { src, srcSet: widths, width, height, alt, description: caption || undefined, page };
}

interface LightboxPhoto {
  index: number;
  Lightbox: ComponentType<LightboxProps>;
  opener: HTMLElement;
}

/**
 * Loads on the first press. On failure, or for a new tab, the link opens the photo's page as without script. The
 * browser's Back closes it, after any number of photos.
 */
export function useLightbox(
  photos: PhotoView[],
  pageOf: (photo: PhotoView) => string,
  altOf: (index: number) => string,
  report?: ReportOf,
) {
  const [openPhoto, setOpenPhoto] = useState<LightboxPhoto | null>(null);
  const open = (index: number) => (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    const opener = event.currentTarget;
    import("./lightbox").then(
      (module) => setOpenPhoto({ index, Lightbox: module.default, opener }),
      () => window.location.assign(opener.href),
    );
  };
  useEffect(() => {
    if (!openPhoto) return;
    return openOverlay(() => {
      setOpenPhoto(null);
      openPhoto.opener.focus();
    });
  }, [openPhoto]);
  const lightbox = openPhoto ? (
    <openPhoto.Lightbox
      slides={photos.map((photo, index) => slideOf(photo, pageOf(photo), altOf(index)))}
      index={openPhoto.index}
      onClose={closeOverlay}
      report={report}
    />
  ) : null;
  return { open, lightbox };
}
