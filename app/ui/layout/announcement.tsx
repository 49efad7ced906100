import { useFetcher, useLocation } from "@remix-run/react";
import { LinkedText } from "../linked-text";

export function Announcement({ announcement: { id, text } }: { announcement: { id: string; text: string } }) {
  const { Form, state } = useFetcher();
  const { pathname, search } = useLocation();
  // Before the response.
  if (state !== "idle") return null;
  return (
    <aside aria-label="Announcement" className="border-b border-line bg-sunk">
      <Form method="post" action="/announcement" className="wrap flex items-start justify-between gap-4 py-2">
        <p className="py-2 whitespace-pre-line" dir="auto">
          <LinkedText text={text} />
        </p>
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
