/**
 * A script that stands inside the page, in the words of Remix but shorter: a page that is loaded again, or come back to,
 * stands where it was left, before the page's script is there. It also names the entry of the history, so that the script
 * (`ScrollRestoration`) finds the place again.
 */
const { history } = window;
if (!history.state?.key) history.replaceState({ key: Math.random().toString(32).slice(2) }, "");
try {
  const place = JSON.parse(sessionStorage.getItem("positions") || "{}")[history.state.key];
  if (typeof place === "number") scrollTo(0, place);
} catch {
  sessionStorage.removeItem("positions");
}

export {};
