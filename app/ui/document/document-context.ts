import { createContext, useContext } from "react";

interface DocumentContextValue {
  /** Empty in the browser, which hides it. */
  nonce: string;
  /** Log id. */
  faultId: string | undefined;
}

export const DocumentContext = createContext<DocumentContextValue | null>(null);

/** During hydration the fault's id comes from the root element. */
export function useDocument(): DocumentContextValue {
  return useContext(DocumentContext) ?? { nonce: "", faultId: document.documentElement.dataset.faultId };
}
