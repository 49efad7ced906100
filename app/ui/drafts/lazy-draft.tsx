import { useLocation, useRouteLoaderData } from "@remix-run/react";
import { type ComponentType, lazy, Suspense, useEffect, useRef, useState } from "react";
import type { DraftProps } from "./draft";
import { hasChanged, initialFields, isFormField, listenToFields, readFields } from "./fields";
import { draftKey, readDraft, removeDraft, writeDraft } from "./store";
import { type FormProgress, useSubmission } from "./use-submission";

// If it fails to load, the form works without a draft.
const Draft = lazy<ComponentType<DraftProps>>(() => import("./draft").catch(() => ({ default: () => null })));

interface DraftKeeperProps extends FormProgress, Pick<DraftProps, "initial"> {
  name: string;
}

/**
 * Loads `draft.tsx` if a field gets focus or a draft exists; of a form submitted before, the draft is stored here.
 * Visitors have none, because the next person at this browser would be a visitor too; leaving asks first.
 */
export function LazyDraft({ name, initial, ...progress }: DraftKeeperProps) {
  const { form, failure } = progress;
  const viewer = useRouteLoaderData<{ viewer: { draftKey: string } | null }>("root")?.viewer;
  const { pathname } = useLocation();
  const key = viewer ? draftKey(viewer.draftKey, pathname, name) : undefined;
  const [awake, setAwake] = useState(false);
  const acted = useRef<(() => void) | undefined>(undefined);
  const sending = useSubmission(
    progress,
    () => key && removeDraft(key),
    () => acted.current?.(),
  );
  const { settle } = sending;
  useEffect(() => settle, [settle]);
  useEffect(() => {
    const element = form.current;
    if (!element) return;
    const wake = () => setAwake(true);
    if (failure || isFormField(element, document.activeElement) || (key && readDraft(key))) return wake();
    const ends = ["focusin", "input"].map((eventType) => listenToFields(element, eventType, wake));
    return () => {
      for (const end of ends) end();
    };
  }, [form, key, failure]);
  useEffect(() => {
    const element = form.current;
    if (!element || !key) return;
    const keep = () => {
      const texts = readFields(element);
      const isLoaded = acted.current !== undefined;
      if (!isLoaded && hasChanged(texts, initialFields(element, initial))) writeDraft(key, texts);
    };
    element.addEventListener("submit", keep);
    return () => element.removeEventListener("submit", keep);
  }, [form, key, initial]);
  if (!awake) return null;
  return (
    <Suspense fallback={null}>
      <Draft
        key={key}
        storageKey={key}
        initial={initial}
        form={form}
        failure={failure}
        sending={sending}
        acted={acted}
      />
    </Suspense>
  );
}
