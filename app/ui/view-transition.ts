/**
 * The browser's fade from one page to the next, as the content of a style element in every page, before the site's accent
 * colour: a browser that meets it only in a sheet has given the fade up by then, and reports that as an error. The policy
 * allows both by their hash, because script may draw the element anew and knows no nonce.
 */
export const VIEW_TRANSITION_CSS = "@media (prefers-reduced-motion:no-preference){@view-transition{navigation:auto}}";
