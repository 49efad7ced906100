/**
 * Text that changes while the page is open, next to other content. A browser's translation replaces text nodes, so that
 * React would change the hidden original: here it replaces the element.
 */
export function ChangingText({ children }: { children: string }) {
  return <span key={children}>{children}</span>;
}
