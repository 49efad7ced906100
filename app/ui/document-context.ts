import { createContext, useContext } from "react";

interface DocumentContextValue {
  /** Of this response's Content-Security-Policy; empty in the browser, which hides it anyway. */
  nonce: string;
  /** The id under which the fault that this page shows was logged, if it shows one. */
  faultId: string | undefined;
}

/** What the server alone knows while it renders a document. */
export const DocumentContext = createContext<DocumentContextValue | null>(null);

const IN_BROWSER: DocumentContextValue = { nonce: "", faultId: undefined };

/** While the browser takes over the server's page it finds the fault's id on the root element. */
export function useDocument(): DocumentContextValue {
  const given = useContext(DocumentContext);
  if (given) return given;
  return { ...IN_BROWSER, faultId: document.documentElement.dataset.faultId };
}
