/**
 * The fade between pages, as a style element before the site's accent colour. With a style sheet the browser has
 * already cancelled the fade, and reports an error. The CSP allows both by hash, because script may redraw the element
 * without a nonce.
 */
export const VIEW_TRANSITION_CSS = "@media (prefers-reduced-motion:no-preference){@view-transition{navigation:auto}}";
