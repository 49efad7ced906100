import { useNavigation } from "@remix-run/react";
import { type RefObject, useEffect, useRef } from "react";
import type { FormFailure } from "~/lib/forms";
import { listenToFields } from "./fields";

export interface FormProgress {
  form: RefObject<HTMLFormElement>;
  /** Being sent. */
  busy: boolean;
  failure: FormFailure | undefined;
}

/**
 * Tells whether a form has been sent and taken: it was being sent, came to an end without a failure, and the page did
 * not give way to an error or to the login. A form that somebody leaves while it is on its way is not taken, as far as
 * anybody knows.
 * A button with `data-acts` does something at once and leaves what is typed unsent.
 * @param onTaken called once it is
 * @param onActed called once such a button has done its part
 * @returns `isOver`: sent, with nothing wrong so far; `settle`: to be called when the form goes off the page
 */
export function useSending({ form, busy, failure }: FormProgress, onTaken: () => void, onActed: () => void) {
  const { state } = useNavigation();
  const { current: at } = useRef({ sent: false, acts: false, busy: false, failed: false, onTaken, onActed });
  Object.assign(at, { onTaken, onActed });

  useEffect(() => {
    const element = form.current;
    if (!element) return;
    const send = ({ submitter }: SubmitEvent) => {
      at.sent = true;
      at.acts = submitter?.hasAttribute("data-acts") ?? false;
    };
    const type = () => {
      at.sent = false;
    };
    element.addEventListener("submit", send);
    const endTyping = listenToFields(element, "input", type);
    return () => {
      element.removeEventListener("submit", send);
      endTyping();
    };
  }, [form, at]);

  useEffect(() => {
    at.failed = failure !== undefined;
    if (failure) at.sent = false;
  }, [failure, at]);

  useEffect(() => {
    const wasBusy = at.busy;
    at.busy = busy;
    if (!at.sent || !wasBusy || busy) return;
    at.sent = false;
    if (state === "idle" && !at.failed) (at.acts ? at.onActed : at.onTaken)();
  }, [busy, state, at]);

  return {
    isOver: () => at.sent && !at.acts && at.busy,
    settle: () => {
      if (at.sent && !at.acts && at.busy && hasArrived()) at.onTaken();
    },
  };
}

/** Whether the page that is shown now is what follows a form that was taken. */
function hasArrived(): boolean {
  const { pathname, search } = window.location;
  const isLogin = pathname === "/" && new URLSearchParams(search).has("returnTo");
  return !isLogin && document.querySelector("[data-error-screen]") === null;
}
