/**
 * The browser's fade between pages, as a style element in every page, before the site's accent colour. A browser that
 * finds it only in a style sheet has already cancelled the fade, and reports an error. The CSP allows both by their
 * hash, because script may redraw the element without a nonce.
 */
export const VIEW_TRANSITION_CSS = "@media (prefers-reduced-motion:no-preference){@view-transition{navigation:auto}}";
