// Runs in a page before anything of it, and notes when what was painted; times in ms.
{
  const seen = { readable: 0, largest: 0 };
  globalThis.benchView = seen;

  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) seen.largest = startTime;
  }).observe({ type: "largest-contentful-paint", buffered: true });

  // No frame is made while style sheets are on the way; the first frame after a paint with the heading there counts.
  const look = () => {
    const painted = performance.getEntriesByName("first-contentful-paint").length > 0;
    const heading = document.querySelector("main h1, main h2");
    if (painted && heading && heading.getClientRects().length > 0) seen.readable = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
