import { CACHE_PRIVATE } from "../caching";

/**
 * For pages with a single-use token in their address: no referrer to other sites. Not no-referrer: browsers would send
 * Origin: null with our own forms.
 */
export const tokenPageHeaders = () => ({ ...CACHE_PRIVATE, "Referrer-Policy": "same-origin" });
