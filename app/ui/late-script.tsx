import { Scripts } from "@remix-run/react";
import { Children, cloneElement, Fragment, isValidElement, type ReactNode } from "react";
import loader from "./load-later.ts?minified";

/** Only the server prints it; React keeps what it finds. */
const LOADER = import.meta.env.SSR ? loader : " ";

/**
 * The page's script. Every page is readable and usable without, so it stands inert (links and the module have a type
 * that browsers pass over), and `load-later.ts` fetches it when that disturbs nobody. In development it loads at once.
 */
export function LateScript({ nonce }: { nonce: string }) {
  // Called, not rendered: its elements are what Remix would print, and hydration must meet the same.
  const printed = Scripts({ nonce });
  if (!printed || import.meta.env.DEV) return printed;
  return (
    <>
      {inert(printed)}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own code, not anybody's text */}
      <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: LOADER }} />
    </>
  );
}

/** The same elements in the same order, made inert. */
function inert(node: ReactNode): ReactNode {
  return Children.map(node, (child) => {
    if (!isValidElement<{ rel?: string; type?: string; children?: ReactNode }>(child)) return child;
    const { rel, type, children } = child.props;
    if (child.type === Fragment) return cloneElement(child, undefined, inert(children));
    if (rel === "modulepreload") return cloneElement(child, { rel: "later-modulepreload" });
    return type === "module" ? cloneElement(child, { type: "later" }) : child;
  });
}
