import { useFetcher, useLocation } from "@remix-run/react";

export function Announcement({ announcement: { id, html } }: { announcement: { id: string; html: string } }) {
  const { Form, state } = useFetcher();
  const { pathname, search } = useLocation();
  // Before the response.
  if (state !== "idle") return null;
  return (
    <aside aria-label="Announcement" className="border-b border-line bg-sunk">
      <Form method="post" action="/announcement" className="wrap flex items-start justify-between gap-4 py-2">
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server writes emphasis and links only */}
        <p className="operator-text py-2" dir="auto" dangerouslySetInnerHTML={{ __html: html }} />
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="returnTo" value={pathname + search} />
        <button type="submit" className="button shrink-0">
          Dismiss
          <span className="sr-only"> this announcement</span>
        </button>
      </Form>
    </aside>
  );
}
