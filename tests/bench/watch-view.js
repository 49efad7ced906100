// Runs in a page before anything of it, and notes when what was painted; times in ms.
{
  const seen = { readable: 0, largest: 0, shift: 0 };
  globalThis.benchView = seen;

  const observe = (type, take) => {
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  };
  observe("largest-contentful-paint", ({ startTime }) => {
    seen.largest = startTime;
  });
  observe("layout-shift", ({ value }) => {
    seen.shift += value;
  });

  // No frame is made while style sheets are on the way; the first frame after a paint with the heading there counts.
  const look = () => {
    const painted = performance.getEntriesByName("first-contentful-paint").length > 0;
    const heading = document.querySelector("main h1, main h2");
    if (painted && heading && heading.getClientRects().length > 0) seen.readable = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
