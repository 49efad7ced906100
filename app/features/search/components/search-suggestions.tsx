import { type ComponentType, type RefObject, useEffect, useState } from "react";

/** The script loads on the field's first focus. */
export function SearchSuggestions({ field }: { field: RefObject<HTMLInputElement | null> }) {
  const [List, setList] = useState<ComponentType<{ field: HTMLInputElement }>>();
  useEffect(() => {
    const input = field.current;
    let isUnmounted = false;
    const load = () => {
      // The form still works; the next focus tries again.
      import("./suggestion-list")
        .then(({ SuggestionList }) => isUnmounted || setList(() => SuggestionList))
        .catch(() => undefined);
    };
    input?.addEventListener("focus", load);
    // The field may have focus before script runs.
    if (input && input === document.activeElement) load();
    return () => {
      isUnmounted = true;
      input?.removeEventListener("focus", load);
    };
  }, [field]);
  return List && field.current ? <List field={field.current} /> : null;
}
