import { useEffect, useRef } from "react";
import { toast as show, useToaster } from "react-hot-toast/headless";

export interface ToastMessage {
  message: string;
  type: string;
}

/** Shows a message for a moment: 2000 ms a success, 4000 ms anything else, at most 20 at once (the library's defaults). */
export function showToast({ message, type }: ToastMessage): void {
  if (type === "success") show.success(message);
  else if (type === "error") show.error(message);
  else show(message);
}

/**
 * The messages that come up while script runs the page, announced politely. The one a document was loaded with stands
 * in the page itself (role=status), so it is not repeated here.
 * @param latest what a redirect left for the page that was just navigated to
 */
export function Toasts({ latest }: { latest: ToastMessage | null }) {
  const { toasts, handlers } = useToaster();
  const seen = useRef(latest);
  useEffect(() => {
    if (latest && latest !== seen.current) showToast(latest);
    seen.current = latest;
  }, [latest]);
  return (
    <section
      aria-label="Messages"
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 bottom-4 z-50 flex flex-col items-center gap-2 px-4"
      onMouseEnter={handlers.startPause}
      onMouseLeave={handlers.endPause}
    >
      {toasts
        .filter((toast) => toast.visible)
        .map((toast) => (
          <div
            key={toast.id}
            className={`pointer-events-auto max-w-form rounded-md bg-ink px-4 py-3 font-semibold text-paper ${
              toast.type === "error" ? "border-l-4 border-signal" : ""
            }`}
          >
            {String(toast.message)}
          </div>
        ))}
    </section>
  );
}
