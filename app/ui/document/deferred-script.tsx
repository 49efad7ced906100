import { Scripts } from "@remix-run/react";
import { Children, cloneElement, Fragment, isValidElement, type ReactNode } from "react";
import leaver from "./clear-on-logout.ts?minified";
import loader from "./load-deferred.ts?minified";

/** Only the server prints them; React keeps its text. Only members can log out. */
const LOADER = import.meta.env.SSR ? loader : " ";
const LOADER_OF_MEMBERS = import.meta.env.SSR ? loader + leaver : " ";

/**
 * Pages work without script, so it must not delay them. The module has a type unknown to browsers until
 * `load-deferred.ts` activates it. In development it loads at once.
 */
export function DeferredScript({ nonce, isMember }: { nonce: string; isMember: boolean }) {
  // Called, not rendered: Remix prints its elements, and hydration must find the same ones.
  const printed = Scripts({ nonce });
  if (!printed || import.meta.env.DEV) return printed;
  return (
    <>
      {inert(printed)}
      <script
        nonce={nonce}
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: our own code, not anybody's text
        dangerouslySetInnerHTML={{ __html: isMember ? LOADER_OF_MEMBERS : LOADER }}
      />
    </>
  );
}

interface Printed {
  rel?: string;
  href?: string;
  type?: string;
  children?: ReactNode;
}

function inert(printed: ReactNode): ReactNode {
  const files: string[] = [];
  const deferNode = (node: ReactNode): ReactNode =>
    Children.map(node, (child) => {
      if (!isValidElement<Printed>(child)) return child;
      const { rel, href = "", type, children } = child.props;
      if (child.type === Fragment) return cloneElement(child, undefined, deferNode(children));
      if (rel === "modulepreload") return void files.push(href);
      if (type !== "module") return child;
      return cloneElement(child, { type: "text/later", async: undefined, "data-files": files.join(" ") } as object);
    });
  return deferNode(printed);
}
