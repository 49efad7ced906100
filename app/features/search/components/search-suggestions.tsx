import { type ComponentType, type RefObject, useEffect, useState } from "react";

/** What the header's search field offers while somebody types. Its script comes when the field first has the focus. */
export function SearchSuggestions({ field }: { field: RefObject<HTMLInputElement | null> }) {
  const [List, setList] = useState<ComponentType<{ field: HTMLInputElement }>>();
  useEffect(() => {
    const input = field.current;
    let gone = false;
    const load = () => {
      // Where it does not come, the form is as good as ever; the next focus asks again.
      import("./suggestion-list")
        .then(({ SuggestionList }) => gone || setList(() => SuggestionList))
        .catch(() => undefined);
    };
    input?.addEventListener("focus", load);
    // Script may come while somebody is in the field.
    if (input && input === document.activeElement) load();
    return () => {
      gone = true;
      input?.removeEventListener("focus", load);
    };
  }, [field]);
  return List && field.current ? <List field={field.current} /> : null;
}
