import { Scripts } from "@remix-run/react";
import { Children, cloneElement, Fragment, isValidElement, type ReactNode } from "react";
import leaver from "./clear-on-logout.ts?minified";
import loader from "./load-deferred.ts?minified";

/** Only the server prints them; React keeps what it finds. Only who is logged in can log out. */
const LOADER = import.meta.env.SSR ? loader : " ";
const LOADER_OF_MEMBERS = import.meta.env.SSR ? loader + leaver : " ";

/**
 * The page's script. Every page is readable and usable without, so it stands inert (links and the module have a type
 * that browsers pass over), and `load-deferred.ts` fetches it when that disturbs nobody. In development it loads at once.
 */
export function DeferredScript({ nonce, member }: { nonce: string; member: boolean }) {
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

interface Printed {
  rel?: string;
  type?: string;
  children?: ReactNode;
}

/** The same elements in the same order, made inert. */
function inert(node: ReactNode): ReactNode {
  return Children.map(node, (child) => {
    if (!isValidElement<Printed>(child)) return child;
    const { rel, type, children } = child.props;
    if (child.type === Fragment) return cloneElement(child, undefined, inert(children));
    if (rel === "modulepreload") return cloneElement(child, { rel: "later-modulepreload" });
    return type === "module" ? cloneElement(child, { type: "later" }) : child;
  });
}
