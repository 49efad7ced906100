import { useEffect, useId, useRef, useState } from "react";
import { now } from "~/lib/time";
import { differs, fillTexts, initialTexts, typedTexts } from "./fields";
import { LeaveGuard, useGuardTurn } from "./leave-guard";
import { listenToFields } from "./listen";
import { readDraft, removeDraft, type StoredDraft, sweepDrafts, writeDraft } from "./store";
import { type FormProgress, useSending } from "./use-sending";

/** How long after the last key a draft is written, ms. */
const PAUSE = 1000;

export interface DraftProps extends FormProgress {
  /** Where the draft is stored; undefined where there is none, and only leaving asks. */
  storageKey: string | undefined;
  /** Initial values of the form by field. */
  initial: Record<string, unknown>;
}

/**
 * Keeps what is typed into a form as a draft in the browser, offers an earlier one above the form, and asks before
 * somebody leaves with words that were not sent.
 */
export default function Draft({ storageKey, initial, ...progress }: DraftProps) {
  const { form, failure } = progress;
  const [offered, setOffered] = useState<StoredDraft>();
  const id = useId();
  const latest = useRef(initial);
  latest.current = initial;
  const keepNow = useRef<() => void>();
  const sending = useSending(
    progress,
    () => storageKey && removeDraft(storageKey),
    // What moved has other places now.
    () => keepNow.current?.(),
  );
  const isChanged = () => {
    const element = form.current;
    return element !== null && !sending.isOver() && differs(typedTexts(element), initialTexts(element, initial));
  };
  const isGuard = useGuardTurn(id, isChanged);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the form as it is opened
  useEffect(() => {
    const element = form.current;
    if (!element || !storageKey) return;
    sweepDrafts();
    const stored = readDraft(storageKey);
    if (stored && !failure && differs(typedTexts(element), stored.values)) setOffered(stored);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const keep = () => {
      clearTimeout(timer);
      timer = undefined;
      const texts = typedTexts(element);
      if (differs(texts, initialTexts(element, latest.current))) writeDraft(storageKey, texts);
      else if (!stored) removeDraft(storageKey);
    };
    const keepSoon = () => {
      clearTimeout(timer);
      timer = setTimeout(keep, PAUSE);
    };
    keepNow.current = keep;
    const keepPending = () => timer !== undefined && keep();
    const onSubmit = ({ target }: Event) => {
      if (target === element) return keepPending();
      if (!(target instanceof HTMLFormElement) || new URL(target.action).pathname !== "/logout") return;
      // Logging out removes all drafts, and this form writes none when it goes.
      clearTimeout(timer);
      timer = undefined;
    };
    // Typed while script was still on its way.
    if (!stored && differs(typedTexts(element), initialTexts(element, initial))) keepSoon();
    const endTyping = listenToFields(element, "input", keepSoon);
    document.addEventListener("submit", onSubmit, { capture: true });
    window.addEventListener("pagehide", keepPending);
    return () => {
      keepPending();
      sending.settle();
      endTyping();
      document.removeEventListener("submit", onSubmit, { capture: true });
      window.removeEventListener("pagehide", keepPending);
    };
  }, []);

  const restore = () => {
    if (offered && form.current) fillTexts(form.current, offered.values)?.focus();
    setOffered(undefined);
  };
  const discard = () => {
    if (storageKey) removeDraft(storageKey);
    setOffered(undefined);
  };
  return (
    <>
      {offered ? <DraftOffer at={offered.at} onRestore={restore} onDiscard={discard} /> : null}
      {isGuard ? <LeaveGuard isKept={storageKey !== undefined} /> : null}
    </>
  );
}

interface DraftOfferProps {
  at: number;
  onRestore: () => void;
  onDiscard: () => void;
}

function DraftOffer({ at, onRestore, onDiscard }: DraftOfferProps) {
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

/** "5 minutes ago". @param at ms since 1970 */
function ageOf(at: number): string {
  const minutes = Math.floor((now() - at) / 60_000);
  const [unit, length] = UNITS.find(([, least]) => minutes >= least) ?? [];
  if (!unit) return "a moment ago";
  return new Intl.RelativeTimeFormat("en", { numeric: "auto" }).format(-Math.floor(minutes / length), unit);
}
