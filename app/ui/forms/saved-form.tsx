import { Form, useLocation, useRouteLoaderData } from "@remix-run/react";
import { useEffect } from "react";
import { SAVED_FORM_ANCHOR, type SavedFormFields } from "~/lib/forms";

let awaitedAt: string | undefined;

/** The page where words that are kept for the person belong: its data has them. */
export const savedFormPath = () => awaitedAt;

function useRootSavedForm(): SavedFormFields | undefined {
  return useRouteLoaderData<{ savedForm?: SavedFormFields }>("root")?.savedForm;
}

/** Notes, in the layout, where kept words belong. */
export function useSavedFormPath(): void {
  const path = useRootSavedForm()?.path;
  useEffect(() => {
    awaitedAt = path;
  }, [path]);
}

/** Words of one form that came when the session had ended. */
interface RestoredForm {
  /** Tells one time from another. */
  at: number;
  fields: Record<string, string>;
}

/**
 * What is kept for the form on this page.
 * @param intent of the form, where the page has several
 * @param subject hidden fields that tell apart several instances of it
 */
export function useSavedForm(intent = "", subject: Record<string, string> = {}): RestoredForm | undefined {
  const saved = useRootSavedForm();
  const { pathname } = useLocation();
  if (!saved?.fields || saved.path !== pathname || saved.intent !== intent) return undefined;
  const { at, fields } = saved;
  return Object.entries(subject).every(([name, value]) => fields[name] === value) ? { at, fields } : undefined;
}

/**
 * Notice above a form with restored values; offers to discard them.
 * @param hasFiles whether the form takes files, which are not saved
 */
export function SavedFormNotice({ hasFiles }: { hasFiles: boolean }) {
  const { pathname, search } = useLocation();
  return (
    <div
      id={SAVED_FORM_ANCHOR}
      role="status"
      className="mb-6 scroll-mt-24 rounded-md border-l-4 border-green bg-green-soft p-4"
    >
      <p className="font-semibold">We kept what you wrote.</p>
      <p className="mt-1">
        Your session had ended when you sent it. Have a look and send it again.
        {hasFiles ? " Photos need to be chosen again." : null}
      </p>
      <Form method="post" action="/kept-words" className="mt-2 -mb-1 -ml-3">
        <input type="hidden" name="returnTo" value={pathname + search} />
        <button type="submit" className="button button-quiet button-small">
          Discard it
        </button>
      </Form>
    </div>
  );
}
