import { createContext, useContext } from "react";

interface DocumentContextValue {
  /** CSP nonce of this response; empty in the browser, which hides it anyway. */
  nonce: string;
  /** Log id of the fault shown on this page, if any. */
  faultId: string | undefined;
}

/** Data that only the server knows while rendering a document. */
export const DocumentContext = createContext<DocumentContextValue | null>(null);

/** During hydration the fault's id is read from the root element. */
export function useDocument(): DocumentContextValue {
  return useContext(DocumentContext) ?? { nonce: "", faultId: document.documentElement.dataset.faultId };
}
