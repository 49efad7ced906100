import { Dialog } from "../forms/dialog";
import { areOneKeyShortcutsOff, turnOneKeyShortcuts } from "./one-key-shortcuts";

const SHORTCUTS = [
  { keys: ["/"], effect: "Search" },
  { keys: ["Ctrl+Enter", "Cmd+Enter"], effect: "Send the form you are typing in" },
  { keys: ["?", "Ctrl+/", "Cmd+/"], effect: "Show these shortcuts" },
];

export function ShortcutList({ onClose }: { onClose: () => void }) {
  return (
    <Dialog label="Keyboard shortcuts" onClose={onClose}>
      <h2 className="mb-4 text-xl font-bold">Keyboard shortcuts</h2>
      <dl className="mb-4 space-y-3">
        {SHORTCUTS.map(({ keys, effect }) => (
          <div key={effect} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
            <dt>{effect}</dt>
            <dd className="flex flex-wrap gap-2">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="rounded-sm border border-line-strong bg-surface px-2 py-0.5 text-sm font-bold"
                >
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          defaultChecked={areOneKeyShortcutsOff()}
          onChange={({ target }) => turnOneKeyShortcuts(target.checked ? "off" : "on")}
          className="size-6 shrink-0 accent-ink"
        />
        Turn off one-key shortcuts
      </label>
    </Dialog>
  );
}
