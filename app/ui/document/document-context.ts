import { createContext, useContext } from "react";

interface DocumentContextValue {
  /** CSP nonce of this response; empty in the browser, which hides it. */
  nonce: string;
  /** Log id of the fault on this page. */
  faultId: string | undefined;
}

/** Server-only data for rendering a document. */
export const DocumentContext = createContext<DocumentContextValue | null>(null);

/** During hydration the fault's id comes from the root element. */
export function useDocument(): DocumentContextValue {
  return useContext(DocumentContext) ?? { nonce: "", faultId: document.documentElement.dataset.faultId };
}
