/**
 * The fade between pages, as a style element before the site's accent colour. A style sheet would come too late. The
 * CSP allows both by hash, because script may redraw the element without a nonce.
 */
export const VIEW_TRANSITION_CSS = "@media (prefers-reduced-motion:no-preference){@view-transition{navigation:auto}}";
