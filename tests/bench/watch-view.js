// Runs before a page's own script and records paint times, ms.
{
  const viewTimes = { readable: 0, largest: 0 };
  globalThis.benchView = viewTimes;

  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) viewTimes.largest = startTime;
  }).observe({ type: "largest-contentful-paint", buffered: true });

  // Style sheets block frames; the first frame after a paint with the heading counts.
  const look = () => {
    const painted = performance.getEntriesByName("first-contentful-paint").length > 0;
    const heading = document.querySelector("main h1, main h2");
    if (painted && heading && heading.getClientRects().length > 0) viewTimes.readable = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
