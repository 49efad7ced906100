import type { HeadersArgs } from "@remix-run/node";
import { FOR_ONE } from "../caching";

/** Lets a refusal's `Retry-After` reach the browser; for pages with limited forms, and costly ones. */
export function formHeaders({ actionHeaders, errorHeaders }: HeadersArgs): HeadersInit {
  const wait = actionHeaders.get("Retry-After") ?? errorHeaders?.get("Retry-After") ?? null;
  return wait === null ? {} : { "Retry-After": wait };
}

/**
 * For pages whose address holds a single-use token: nobody keeps them, and the address goes to no other site. Not
 * no-referrer: browsers would send Origin: null with our own forms.
 */
export function tokenPageHeaders(args: HeadersArgs): HeadersInit {
  return { ...formHeaders(args), ...FOR_ONE, "Referrer-Policy": "same-origin" };
}
