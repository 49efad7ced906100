/** They change `isLookedAt`. */
const TURNS = ["visibilitychange", "focus", "blur"] as const;

/** Of several visible windows only the focused one polls. */
const isLookedAt = () => document.visibilityState === "visible" && document.hasFocus();

/** ms; the rest of a minute is for the response. */
const POLL_INTERVAL_MS = 55_000;

/**
 * While the page is visible and focused. Stops with the session; ignores network errors until the next poll.
 * @returns stops it
 */
export function pollUnread(onChange: (unread: number) => void): () => void {
  // The page has the first count.
  let requestedAt = performance.timeOrigin;
  let tag: string | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hasEnded = false;

  const ask = async () => {
    requestedAt = Date.now();
    const headers: HeadersInit = tag === null ? {} : { "If-None-Match": tag };
    const response = await fetch("/api/v1/users/me/notifications?limit=1", { headers, priority: "low" });
    if (response.status === 401) end();
    if (!response.ok || hasEnded) return;
    tag = response.headers.get("ETag");
    onChange(((await response.json()) as { unread: number }).unread);
  };
  const plan = () => {
    clearTimeout(timer);
    if (hasEnded || !isLookedAt()) return;
    timer = setTimeout(
      () =>
        ask()
          .catch(() => {})
          .then(plan),
      Math.max(0, requestedAt + POLL_INTERVAL_MS - Date.now()),
    );
  };
  const end = () => {
    hasEnded = true;
    clearTimeout(timer);
    for (const turn of TURNS) window.removeEventListener(turn, plan);
  };
  // visibilitychange bubbles from the document to the window; only the window gets the page's focus and blur.
  for (const turn of TURNS) window.addEventListener(turn, plan);
  plan();
  return end;
}
