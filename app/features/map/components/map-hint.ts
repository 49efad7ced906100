/** How long a hint is shown, ms. */
const HINT_DURATION = 1_600;

const timers = new WeakMap<Element, number>();

/** Shows a short hint over the map on how to move it; hidden from screen readers, which have the description. */
export function showHint(map: Element, text: string): void {
  const paper = map.closest(".map-paper");
  if (!paper) return;
  let hint = paper.querySelector<HTMLElement>(".map-hint");
  if (!hint) {
    hint = document.createElement("p");
    hint.className = "map-hint";
    hint.setAttribute("aria-hidden", "true");
    paper.append(hint);
  }
  hint.textContent = text;
  hint.toggleAttribute("data-shown", true);
  window.clearTimeout(timers.get(paper));
  const shown = hint;
  timers.set(
    paper,
    window.setTimeout(() => shown.removeAttribute("data-shown"), HINT_DURATION),
  );
}
