import { Scripts, ScrollRestoration } from "@remix-run/react";
import { Children, cloneElement, Fragment, isValidElement, type ReactNode } from "react";
import leaver from "./leave-nothing.ts?minified";
import loader from "./load-later.ts?minified";
import restorer from "./restore-scroll.ts?minified";
import { shortScript } from "./short-scripts";

/** Only the server prints them; React keeps what it finds. Only who is logged in can log out. */
const LOADER = import.meta.env.SSR ? loader : " ";
const LOADER_OF_MEMBERS = import.meta.env.SSR ? loader + leaver : " ";
const RESTORER = import.meta.env.SSR ? restorer : " ";

/**
 * The page's script. Every page is readable and usable without, so it stands inert (links and the module have a type
 * that browsers pass over), and `load-later.ts` fetches it when that disturbs nobody. In development it loads at once.
 */
export function LateScript({ nonce, member }: { nonce: string; member: boolean }) {
  // Called, not rendered: its elements are what Remix would print, and hydration must meet the same.
  const printed = Scripts({ nonce });
  if (!printed || import.meta.env.DEV) return printed;
  return (
    <>
      {inert(printed)}
      <script
        nonce={nonce}
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: our own code, not anybody's text
        dangerouslySetInnerHTML={{ __html: member ? LOADER_OF_MEMBERS : LOADER }}
      />
    </>
  );
}

/** Remix's `ScrollRestoration`, but that the script it prints is a shorter one. Called, as above. */
export function ScrollPlace({ nonce }: { nonce: string }) {
  const printed = ScrollRestoration({ nonce });
  return printed && cloneElement(printed, { dangerouslySetInnerHTML: { __html: RESTORER } });
}

interface Printed {
  rel?: string;
  type?: string;
  children?: ReactNode;
  dangerouslySetInnerHTML?: { __html: string };
}

/** The same elements in the same order, made inert. */
function inert(node: ReactNode): ReactNode {
  return Children.map(node, (child) => {
    if (!isValidElement<Printed>(child)) return child;
    const { rel, type, children, dangerouslySetInnerHTML: own } = child.props;
    if (child.type === Fragment) return cloneElement(child, undefined, inert(children));
    if (rel === "modulepreload") return cloneElement(child, { rel: "later-modulepreload" });
    if (!own) return child;
    const text = { dangerouslySetInnerHTML: { __html: import.meta.env.SSR ? shortScript(own.__html) : own.__html } };
    return cloneElement(child, type === "module" ? { type: "later", ...text } : text);
  });
}
