import { type ComponentType, type ReactNode, useState } from "react";
import YetAnotherLightbox from "yet-another-react-lightbox";
import Captions from "yet-another-react-lightbox/plugins/captions";
import Counter from "yet-another-react-lightbox/plugins/counter";
import Fullscreen from "yet-another-react-lightbox/plugins/fullscreen";
import Zoom from "yet-another-react-lightbox/plugins/zoom";
import "yet-another-react-lightbox/styles.css";
import "yet-another-react-lightbox/plugins/captions.css";
import "yet-another-react-lightbox/plugins/counter.css";
import { MoreIcon, ShareIcon } from "~/ui/icons";
import { PopupMenu } from "~/ui/popup-menu";
import { ShareMenu } from "~/ui/share";

export interface LightboxSlide {
  src: string;
  srcSet?: { src: string; width: number; height: number }[];
  width?: number;
  height?: number;
  alt: string;
  description?: string;
  /** The photo's own page, for sharing. */
  page: string;
}

export interface LightboxProps {
  slides: LightboxSlide[];
  index: number;
  onClose: () => void;
  report?: ReportOf;
}

/** Link to report a photo, by the path of its page. */
export type ReportOf = (page: string, className: string) => ReactNode;

/** As large as the library's buttons. */
const BUTTON = "grid size-12 cursor-pointer place-items-center text-white";
const REPORT = "flex items-center gap-2";

function Named({ Icon, name }: { Icon: ComponentType<{ className?: string }>; name: string }) {
  return (
    <span title={name}>
      <Icon className="size-7" />
      <span className="sr-only">{name}</span>
    </span>
  );
}

/** Arrow keys and swipes navigate; Escape closes. */
export default function Lightbox({ slides, index, onClose, report }: LightboxProps) {
  const [current, setCurrent] = useState(index);
  const reduced = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  const still = { fade: 0, swipe: 0, navigation: 0 };
  return (
    <YetAnotherLightbox
      open
      close={onClose}
      slides={slides}
      index={index}
      plugins={[Captions, Counter, Fullscreen, Zoom]}
      on={{ view: (view) => setCurrent(view.index) }}
      animation={reduced ? still : { fade: 160, swipe: 200 }}
      carousel={{ finite: true, preload: 1 }}
      zoom={{ maxZoomPixelRatio: 2 }}
      controller={{ closeOnPullDown: true }}
      captions={{ descriptionTextAlign: "center" }}
      toolbar={{
        buttons: [
          <div key="share" className="relative">
            <ShareMenu
              path={slides[current]?.page ?? ""}
              title={slides[current]?.alt ?? ""}
              className={BUTTON}
              label={<Named Icon={ShareIcon} name="Share" />}
            />
          </div>,
          report ? (
            <div key="more" className="relative">
              <PopupMenu label={<Named Icon={MoreIcon} name="More" />} className={BUTTON}>
                <li>{report(slides[current]?.page ?? "", REPORT)}</li>
              </PopupMenu>
            </div>
          ) : null,
          "close",
        ],
      }}
      labels={{ Lightbox: "Photos", Previous: "Previous photo", Next: "Next photo", Close: "Close" }}
    />
  );
}
