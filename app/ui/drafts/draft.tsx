import { useBlocker } from "@remix-run/react";
import { type RefObject, useEffect, useId, useRef, useState, useSyncExternalStore } from "react";
import { now } from "~/lib/time";
import { Dialog, DialogCancel } from "../forms/dialog";
import { fillFields, hasChanged, initialFields, listenToFields, readFields } from "./fields";
import { readDraft, removeDraft, type StoredDraft, sweepDrafts, writeDraft } from "./store";
import type { FormProgress, Sending } from "./use-submission";

/** After the last key. */
const SAVE_DELAY_MS = 1000;

export interface DraftProps extends Pick<FormProgress, "form" | "failure"> {
  /** Undefined: no draft, only the question before leaving. */
  storageKey: string | undefined;
  initial: Record<string, unknown>;
  sending: Sending;
  /** Called after a button with `data-acts`: the values are still unsent. */
  acted: RefObject<(() => void) | undefined>;
}

/** Offers an earlier draft above the form, and asks before leaving with unsent values. */
export default function Draft({ storageKey, initial, form, failure, sending, acted }: DraftProps) {
  const [offeredDraft, setOfferedDraft] = useState<StoredDraft>();
  const id = useId();
  const latest = useRef(initial);
  latest.current = initial;
  const isChanged = () => {
    const element = form.current;
    return (
      element !== null &&
      sending.stage() === "unsent" &&
      hasChanged(readFields(element), initialFields(element, initial))
    );
  };
  const isGuard = useIsGuard(id, isChanged);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the form as it is opened
  useEffect(() => {
    const element = form.current;
    if (!element || !storageKey) return;
    sweepDrafts();
    const storedDraft = readDraft(storageKey);
    if (storedDraft && !failure && hasChanged(readFields(element), storedDraft.values)) setOfferedDraft(storedDraft);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const keep = () => {
      clearTimeout(timer);
      timer = undefined;
      const stage = sending.stage();
      if (stage === "sending") return keepSoon();
      if (stage === "accepted") return;
      const texts = readFields(element);
      if (hasChanged(texts, initialFields(element, latest.current))) writeDraft(storageKey, texts);
      else if (!storedDraft) removeDraft(storageKey);
    };
    const keepSoon = () => {
      clearTimeout(timer);
      timer = setTimeout(keep, SAVE_DELAY_MS);
    };
    acted.current = keep;
    const keepPending = () => timer !== undefined && keep();
    const onSubmit = ({ target }: Event) => {
      // Only if the draft still exists: a logout in another tab removes all.
      if (target === element) return keep();
      // Not `action`, which may be a field of this name.
      if (!(target instanceof HTMLFormElement) || target.getAttribute("action") !== "/logout") return;
      // Logout removes all drafts, and unmounting must write none.
      clearTimeout(timer);
      timer = undefined;
    };
    if (!storedDraft && hasChanged(readFields(element), initialFields(element, initial))) keepSoon();
    const endTyping = listenToFields(element, "input", keepSoon);
    document.addEventListener("submit", onSubmit, { capture: true });
    window.addEventListener("pagehide", keepPending);
    return () => {
      acted.current = undefined;
      sending.settle();
      keepPending();
      clearTimeout(timer);
      endTyping();
      document.removeEventListener("submit", onSubmit, { capture: true });
      window.removeEventListener("pagehide", keepPending);
    };
  }, []);

  const restore = () => {
    if (offeredDraft && form.current) fillFields(form.current, offeredDraft.values)?.focus();
    setOfferedDraft(undefined);
  };
  const discard = () => {
    if (storageKey) removeDraft(storageKey);
    setOfferedDraft(undefined);
  };
  return (
    <>
      {offeredDraft ? <DraftOffer at={offeredDraft.at} onRestore={restore} onDiscard={discard} /> : null}
      {isGuard ? <LeaveGuard isSaved={storageKey !== undefined} /> : null}
    </>
  );
}

function DraftOffer({ at, onRestore, onDiscard }: { at: number; onRestore: () => void; onDiscard: () => void }) {
  return (
    <div
      role="status"
      className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border-l-4 border-ink bg-sunk px-4 py-3"
    >
      <p className="mr-auto">You were writing here {ageOf(at)}.</p>
      <div className="flex flex-wrap items-center gap-2">
        <button type="button" className="button button-small" onClick={onRestore}>
          Restore your draft
        </button>
        <button type="button" className="button button-quiet button-small" onClick={onDiscard}>
          Discard
        </button>
      </div>
    </div>
  );
}

const UNITS = [
  ["day", 24 * 60],
  ["hour", 60],
  ["minute", 1],
] as const;

function ageOf(at: number): string {
  const minutes = Math.floor((now() - at) / 60_000);
  const [unit, length] = UNITS.find(([, least]) => minutes >= least) ?? [];
  if (!unit) return "a moment ago";
  return new Intl.RelativeTimeFormat("en", { numeric: "auto" }).format(-Math.floor(minutes / length), unit);
}

const forms = new Map<string, () => boolean>();
const listeners = new Set<() => void>();

const hasChanges = () => [...forms.values()].some((isChanged) => isChanged());

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const guardId = () => forms.keys().next().value;

/**
 * The router accepts only one guard.
 * @returns whether this form renders it
 */
function useIsGuard(id: string, isChanged: () => boolean): boolean {
  const latest = useRef(isChanged);
  latest.current = isChanged;
  useEffect(() => {
    const notify = () => {
      for (const listener of listeners) listener();
    };
    forms.set(id, () => latest.current());
    notify();
    return () => {
      forms.delete(id);
      notify();
    };
  }, [id]);
  return useSyncExternalStore(subscribe, guardId, () => undefined) === id;
}

/** @param isSaved whether unsent values stay as a draft */
function LeaveGuard({ isSaved }: { isSaved: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && hasChanges(),
  );
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (hasChanges()) event.preventDefault();
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
        {isSaved && !isLogout
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
