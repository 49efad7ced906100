// Runs before a page's own script and records paint times, ms.
{
  const seen = { readable: 0, largest: 0 };
  globalThis.benchView = seen;

  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) seen.largest = startTime;
  }).observe({ type: "largest-contentful-paint", buffered: true });

  // Style sheets block frames; the first frame after a paint with the heading counts.
  const look = () => {
    const painted = performance.getEntriesByName("first-contentful-paint").length > 0;
    const heading = document.querySelector("main h1, main h2");
    if (painted && heading && heading.getClientRects().length > 0) seen.readable = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
