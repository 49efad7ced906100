/** So long a hint is to be read, ms. */
const SHOWN = 1_600;

const timers = new WeakMap<Element, number>();

/** Says over the map for a moment how it is moved; to eyes only, because ears have other ways. */
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
    window.setTimeout(() => shown.removeAttribute("data-shown"), SHOWN),
  );
}
