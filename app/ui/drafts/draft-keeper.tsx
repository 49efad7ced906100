import { useLocation, useRouteLoaderData } from "@remix-run/react";
import { type ComponentType, lazy, Suspense, useEffect, useState } from "react";
import type { DraftProps } from "./draft";
import { isFieldOf, listenToFields } from "./fields";
import { draftKey, readDraft } from "./store";

// Without its script a form has no draft, and is as good as before.
const Draft = lazy<ComponentType<DraftProps>>(() => import("./draft").catch(() => ({ default: () => null })));

interface DraftKeeperProps extends Omit<DraftProps, "storageKey"> {
  /** Tells the form from others on its page. */
  name: string;
}

/**
 * Keeps a form's draft (see `draft.tsx`), whose script it fetches when somebody is at the form or there is a draft of it.
 * Visitors have no drafts: the next person at the same browser would be a visitor too. They are asked before they leave.
 */
export function DraftKeeper({ name, ...rest }: DraftKeeperProps) {
  const { form, failure } = rest;
  const person = useRouteLoaderData<{ person: { draftKey: string } | null }>("root")?.person;
  const { pathname } = useLocation();
  const key = person ? draftKey(person.draftKey, pathname, name) : undefined;
  const [awake, setAwake] = useState(false);
  useEffect(() => {
    const element = form.current;
    if (!element) return;
    const wake = () => setAwake(true);
    if (failure || isFieldOf(element, document.activeElement) || (key && readDraft(key))) return wake();
    const ends = ["focusin", "input"].map((begin) => listenToFields(element, begin, wake));
    return () => {
      for (const end of ends) end();
    };
  }, [form, key, failure]);
  if (!awake) return null;
  return (
    <Suspense fallback={null}>
      <Draft key={key} storageKey={key} {...rest} />
    </Suspense>
  );
}
