import { Link, useLocation, useNavigate } from "@remix-run/react";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { plural } from "~/lib/text";
import { Avatar } from "~/ui/avatar";
import { lookUp } from "~/ui/forms/look-up";
import { Photo } from "~/ui/photo";
import { type SearchSection, SUGGEST_FROM, type Suggestion, type Suggestions } from "../limits";

const SECTIONS: Record<SearchSection, { title: string; path: string }> = {
  garages: { title: "Garages", path: "/garages/" },
  users: { title: "Members", path: "/profile/" },
  vehicles: { title: "Vehicles", path: "/vehicles/" },
  events: { title: "Events", path: "/events/" },
};

/** The last line leads to all results. */
const linesOf = ({ q, groups }: SuggestionState) => [
  ...groups.flatMap(({ section, rows }) => rows.map(({ id }) => SECTIONS[section].path + id)),
  `/search?${new URLSearchParams({ q })}`,
];

/**
 * The field becomes a combobox: arrows choose, Enter follows, Escape closes, and the focus stays in the field. Without
 * a chosen line, Enter searches.
 */
export function SuggestionList({ field }: { field: HTMLInputElement }) {
  const id = useId();
  const [offer, drop] = useSuggestions(field);
  const [at, setAt] = useState(-1);
  const lines = offer === null ? [] : linesOf(offer);
  const open = lines.length > 0;
  useLeaving(field, drop);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another offer begins with no line chosen
  useEffect(() => setAt(-1), [offer]);
  useCombobox(field, { id, open, active: open && at >= 0 ? `${id}-${at}` : null });
  useKeys(field, { lines, at, setAt, drop });
  return (
    <>
      <p role="status" className="sr-only">
        {open ? `${plural(lines.length - 1, "suggestion")} for “${offer?.q}”` : ""}
      </p>
      {/* Pressing a line keeps the focus in the field. */}
      <div
        role="listbox"
        id={id}
        aria-label="Suggestions"
        tabIndex={-1}
        hidden={!open}
        className="suggestions"
        onMouseDown={(event) => event.preventDefault()}
      >
        {offer === null ? null : <Lines id={id} offer={offer} at={at} onFollow={drop} />}
      </div>
    </>
  );
}

interface LinesProps {
  id: string;
  offer: SuggestionState;
  at: number;
  onFollow: () => void;
}

function Lines({ id, offer, at, onFollow }: LinesProps) {
  const lines = linesOf(offer);
  const all = lines.length - 1;
  const line = (index: number, children: ReactNode) => (
    <Link
      key={lines[index]}
      to={lines[index] ?? ""}
      role="option"
      id={`${id}-${index}`}
      aria-selected={index === at}
      tabIndex={-1}
      className="suggestion"
      onClick={onFollow}
    >
      {children}
    </Link>
  );
  let next = 0;
  return (
    <>
      {offer.groups.map(({ section, rows }) => (
        // biome-ignore lint/a11y/useSemanticElements: a list box has groups, no fieldsets
        <div key={section} role="group" aria-labelledby={`${id}-${section}`}>
          <p id={`${id}-${section}`} role="presentation" className="px-3 pt-2 text-sm text-grey">
            {SECTIONS[section].title}
          </p>
          {rows.map((row) => line(next++, <SuggestionText section={section} row={row} />))}
        </div>
      ))}
      {line(
        all,
        <span className="link">
          See all results for “<bdi>{offer.q}</bdi>”
        </span>,
      )}
    </>
  );
}

function SuggestionText({ section, row: { name, detail, image } }: { section: SearchSection; row: Suggestion }) {
  return (
    <>
      {section === "users" ? (
        <span className="flex w-12 shrink-0 justify-center">
          <Avatar avatar={image ?? ""} size={32} />
        </span>
      ) : section === "events" && image === null ? (
        <span className="h-8 w-12 shrink-0 rounded-sm bg-sunk" />
      ) : (
        <Photo kind="photos" name={image} alt="" view="thumbnail" sizes="3rem" className="h-8 w-12 shrink-0" />
      )}
      <span className="min-w-0">
        <bdi className="block truncate font-semibold">{name}</bdi>
        {detail === "" ? null : <bdi className="block truncate text-sm text-grey">{detail}</bdi>}
      </span>
    </>
  );
}

/** @param active id of the chosen line */
function useCombobox(field: HTMLInputElement, state: { id: string; open: boolean; active: string | null }): void {
  const { id, open, active } = state;
  useEffect(() => {
    const attributes = { role: "combobox", "aria-autocomplete": "list", "aria-controls": id, autocomplete: "off" };
    for (const [name, value] of Object.entries(attributes)) field.setAttribute(name, value);
  }, [field, id]);
  useEffect(() => field.setAttribute("aria-expanded", String(open)), [field, open]);
  useEffect(() => {
    if (active === null) return field.removeAttribute("aria-activedescendant");
    field.setAttribute("aria-activedescendant", active);
    document.getElementById(active)?.scrollIntoView({ block: "nearest" });
  }, [field, active]);
}

/** When the field loses focus, its form is sent, or the page changes. */
function useLeaving(field: HTMLInputElement, drop: () => void): void {
  const { key } = useLocation();
  const dropNow = useNewest(drop);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes the list
  useEffect(() => () => dropNow.current(), [key]);
  useEffect(() => {
    const leave = () => dropNow.current();
    field.addEventListener("blur", leave);
    field.form?.addEventListener("submit", leave);
    return () => {
      field.removeEventListener("blur", leave);
      field.form?.removeEventListener("submit", leave);
    };
  }, [field, dropNow]);
}

interface Keys {
  lines: string[];
  at: number;
  setAt: (at: number) => void;
  drop: () => void;
}

function useKeys(field: HTMLInputElement, keys: Keys): void {
  const navigate = useNavigate();
  const press = useNewest((event: KeyboardEvent) => {
    const { lines, at, setAt, drop } = keys;
    if (lines.length === 0 || event.isComposing) return;
    const selectedLine = lines[at];
    // -1 is the field itself.
    if (event.key === "ArrowDown") setAt(at + 1 < lines.length ? at + 1 : -1);
    else if (event.key === "ArrowUp") setAt(at >= 0 ? at - 1 : lines.length - 1);
    else if (event.key === "Escape") drop();
    else if (event.key === "Enter" && selectedLine !== undefined) {
      drop();
      navigate(selectedLine);
    } else return;
    // Prevents cursor movement, clearing of the field and submission.
    event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press.current(event);
    field.addEventListener("keydown", listen);
    return () => field.removeEventListener("keydown", listen);
  }, [field, press]);
}

/** The latest render's function, for permanent listeners. */
function useNewest<F>(call: F) {
  const newest = useRef(call);
  useEffect(() => {
    newest.current = call;
  });
  return newest;
}

interface SuggestionState {
  q: string;
  groups: Suggestions;
}

/**
 * When typing pauses; network errors are ignored.
 * @returns the latest suggestions or null, and a function that drops them
 */
function useSuggestions(field: HTMLInputElement): [SuggestionState | null, () => void] {
  const [offer, setOffer] = useState<SuggestionState | null>(null);
  const show = (groups: Suggestions, q: string) => setOffer(groups.length > 0 ? { q, groups } : null);
  const [{ askLater, stop }] = useState(() => lookUp("/search/suggestions", show));
  const drop = () => {
    stop();
    setOffer(null);
  };
  useEffect(() => {
    const look = () => {
      const q = field.value.trim();
      stop();
      if (q.length < SUGGEST_FROM) setOffer(null);
      else askLater(q);
    };
    field.addEventListener("input", look);
    // Text typed before this script loaded.
    if (field.value !== field.defaultValue) look();
    return () => {
      field.removeEventListener("input", look);
      stop();
    };
  }, [field, askLater, stop]);
  return [offer, drop];
}
