import { useBlocker } from "@remix-run/react";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { Dialog, DialogCancel } from "../dialog";

/** The forms on the page, and whether each has words that were not sent. */
const forms = new Map<string, () => boolean>();
const listeners = new Set<() => void>();

const hasWords = () => [...forms.values()].some((isChanged) => isChanged());

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const guardId = () => forms.keys().next().value;

/**
 * Enters a form into what leaving the page asks about. The router takes one guard only.
 * @returns whether it is this form that renders the guard
 */
export function useGuardTurn(id: string, isChanged: () => boolean): boolean {
  const latest = useRef(isChanged);
  latest.current = isChanged;
  useEffect(() => {
    const tell = () => {
      for (const listener of listeners) listener();
    };
    forms.set(id, () => latest.current());
    tell();
    return () => {
      forms.delete(id);
      tell();
    };
  }, [id]);
  return useSyncExternalStore(subscribe, guardId, () => undefined) === id;
}

/**
 * Asks before the page is left, whichever way, while a form has words that were not sent.
 * @param isKept whether they stay in the browser as a draft
 */
export function LeaveGuard({ isKept }: { isKept: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && hasWords(),
  );
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (hasWords()) event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, []);
  if (blocker.state !== "blocked") return null;
  const isLogout = blocker.location.pathname === "/logout";
  return (
    <Dialog label="Leave without saving?" onClose={() => blocker.state === "blocked" && blocker.reset()} hasCancel>
      <h2>Leave without saving?</h2>
      <p className="mt-3 text-grey">
        {isKept && !isLogout
          ? "What you typed has not been sent. It stays in this browser as a draft."
          : "What you typed has not been sent and will be lost."}
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        <button type="button" className="button" onClick={() => blocker.proceed()}>
          Leave
        </button>
        <DialogCancel>Stay</DialogCancel>
      </div>
    </Dialog>
  );
}
