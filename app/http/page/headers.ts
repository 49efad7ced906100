import { CACHE_PRIVATE } from "../caching";

/**
 * For pages whose address holds a single-use token: nobody keeps them, and the address goes to no other site. Not
 * no-referrer: browsers would send Origin: null with our own forms.
 */
export const tokenPageHeaders = () => ({ ...CACHE_PRIVATE, "Referrer-Policy": "same-origin" });
