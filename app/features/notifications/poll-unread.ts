/** What changes whether the page is looked at. */
const TURNS = ["visibilitychange", "focus", "blur"] as const;

/** Of several windows side by side only the one that has the focus asks. */
const isLookedAt = () => document.visibilityState === "visible" && document.hasFocus();

/** How old what the bell says may become while the page is looked at, ms; the rest of a minute is for the answer. */
const POLL_INTERVAL_MS = 55_000;

/**
 * Polls the number of unread notifications while the page is visible and has the focus. Ends with the session; network
 * errors are ignored until the next poll.
 * @param tell gets each number
 * @returns ends it
 */
export function pollUnread(tell: (unread: number) => void): () => void {
  // The page told the number when it was made.
  let askedAt = performance.timeOrigin;
  let tag: string | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ended = false;

  const ask = async () => {
    askedAt = Date.now();
    const headers: HeadersInit = tag === null ? {} : { "If-None-Match": tag };
    const response = await fetch("/api/v1/users/me/notifications?limit=1", { headers, priority: "low" });
    if (response.status === 401) end();
    if (!response.ok || ended) return;
    tag = response.headers.get("ETag");
    tell(((await response.json()) as { unread: number }).unread);
  };
  const plan = () => {
    clearTimeout(timer);
    if (ended || !isLookedAt()) return;
    timer = setTimeout(
      () =>
        ask()
          .catch(() => {})
          .then(plan),
      Math.max(0, askedAt + POLL_INTERVAL_MS - Date.now()),
    );
  };
  const end = () => {
    ended = true;
    clearTimeout(timer);
    for (const turn of TURNS) window.removeEventListener(turn, plan);
  };
  // The document's visibilitychange bubbles to the window, which alone has the page's focus and blur.
  for (const turn of TURNS) window.addEventListener(turn, plan);
  plan();
  return end;
}
