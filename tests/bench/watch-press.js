// Runs in each document of a tab before the document's own script; `control` and `hasEffect` are in scope. Reports the
// control's position at the load event, then the times from the first press to the next paint and to the effect, ms.
if (location.protocol !== "about:") {
  const state = sessionStorage;
  let paint;
  // Otherwise Chromium's network estimate, changed by earlier loads, decides whether script starts before the press.
  Object.defineProperty(navigator, "connection", { value: { effectiveType: "4g", rtt: 50, downlink: 10 } });
  const report = (values) => benchReport(JSON.stringify(values));
  const watch = () => {
    if (!hasEffect()) return setTimeout(watch, 10);
    requestAnimationFrame(() => {
      const effect = performance.timeOrigin + performance.now() - state.pressedAt;
      // Event timings arrive after the paint. After a navigation there is none: this document's first paint counts.
      setTimeout(() => report({ effect, paint: paint ?? effect, hydrated: state.hydrated === "true" }), 300);
    });
  };
  if (state.pressedAt) watch();
  else {
    const find = () => document.querySelector(control);
    addEventListener("DOMContentLoaded", () => find().scrollIntoView({ block: "center", behavior: "instant" }));
    addEventListener("load", () => {
      const { x, y, width, height } = find().getBoundingClientRect();
      report({ x: x + width / 2, y: y + height / 2 });
    });
    const onPress = ({ timeStamp }) => {
      state.pressedAt = performance.timeOrigin + timeStamp;
      state.hydrated = document.documentElement.hasAttribute("data-hydrated");
      watch();
    };
    addEventListener("pointerdown", onPress, { capture: true, once: true });
    const observer = new PerformanceObserver((list) => {
      for (const { interactionId, duration } of list.getEntries())
        if (interactionId) paint = Math.max(paint ?? 0, duration);
    });
    observer.observe({ type: "event", durationThreshold: 16 });
    // Reports the first press, however short.
    observer.observe({ type: "first-input" });
  }
}
