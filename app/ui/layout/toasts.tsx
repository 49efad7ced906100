import { useEffect, useRef } from "react";
import { toast as show, useToaster } from "react-hot-toast/headless";

interface ToastMessage {
  message: string;
  type: string;
}

/** 2000 ms for success, 4000 ms otherwise, at most 20 at once (the library's defaults). */
export function showToast({ message, type }: ToastMessage): void {
  if (type === "success") show.success(message);
  else if (type === "error") show.error(message);
  else show(message);
}

/**
 * Announced politely. The initial document contains its toast already (role=status).
 * @param latest of the redirect to the current page
 */
export function Toasts({ latest }: { latest: ToastMessage | null }) {
  const { toasts, handlers } = useToaster();
  const shownToast = useRef(latest);
  useEffect(() => {
    if (latest && latest !== shownToast.current) showToast(latest);
    shownToast.current = latest;
  }, [latest]);
  return (
    <section
      aria-label="Messages"
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 bottom-[calc(var(--bar-height)+1rem)] z-50 flex flex-col items-center gap-2 px-4"
      onMouseEnter={handlers.startPause}
      onMouseLeave={handlers.endPause}
    >
      {toasts
        .filter((toast) => toast.visible)
        .map((toast) => (
          <div
            key={toast.id}
            className={`pointer-events-auto max-w-form rounded-md bg-ink px-4 py-3 font-semibold text-paper ${
              toast.type === "error" ? "border-l-4 border-danger" : ""
            }`}
          >
            {String(toast.message)}
          </div>
        ))}
    </section>
  );
}
