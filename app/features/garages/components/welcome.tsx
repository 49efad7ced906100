import { useEffect, useRef, useState } from "react";
import { Button, ButtonLink } from "~/ui/button";

/**
 * Greets a new owner and says what comes next: a notice in the page, with script a native popover, which Escape, a
 * press beside it and its buttons close.
 */
export function Welcome({ ownerName }: { ownerName: string }) {
  const [popover, setPopover] = useState(false);
  const box = useRef<HTMLElement>(null);
  useEffect(() => setPopover(typeof HTMLElement.prototype.showPopover === "function"), []);
  useEffect(() => {
    const element = box.current;
    if (!popover || !element) return;
    element.setAttribute("popover", "auto");
    element.showPopover();
    element.focus();
    const closed = (event: Event) => {
      const lost = document.activeElement === document.body || element.contains(document.activeElement);
      if ((event as ToggleEvent).newState === "closed" && lost) document.getElementById("main")?.focus();
    };
    element.addEventListener("toggle", closed);
    return () => element.removeEventListener("toggle", closed);
  }, [popover]);
  return (
    <section
      ref={box}
      role={popover ? "dialog" : undefined}
      aria-labelledby="welcome"
      tabIndex={-1}
      className={`max-w-form rounded-lg border-2 border-green bg-surface p-6 text-ink outline-none backdrop:bg-black/40 ${
        popover ? "m-auto w-[min(100%-2rem,32rem)]" : "mb-8"
      }`}
    >
      <h2 id="welcome">Welcome to your garage, {ownerName}!</h2>
      <p className="mt-3">
        The doors are open and the light is on. Now roll in your first vehicle: make, model and year are enough; photos
        and the story can follow.
      </p>
      <div className="mt-5 flex flex-wrap gap-3">
        <ButtonLink to="/vehicles/new" kind="primary">
          + Add Vehicle
        </ButtonLink>
        {popover ? (
          <Button type="button" kind="quiet" onClick={() => box.current?.hidePopover()}>
            Look around first
          </Button>
        ) : null}
      </div>
    </section>
  );
}
