import { CACHE_PRIVATE } from "../caching";

/**
 * For pages whose address holds a single-use token: not cached, and the address is not sent to other sites. Not
 * no-referrer: browsers would send Origin: null with our own forms.
 */
export const tokenPageHeaders = () => ({ ...CACHE_PRIVATE, "Referrer-Policy": "same-origin" });
