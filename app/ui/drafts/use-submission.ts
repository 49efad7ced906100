import { useNavigation } from "@remix-run/react";
import { type RefObject, useEffect, useRef, useState } from "react";
import type { FormFailure } from "~/lib/forms";
import { listenToFields } from "./fields";

export interface FormProgress {
  form: RefObject<HTMLFormElement | null>;
  /** Being sent. */
  isBusy: boolean;
  failure: FormFailure | undefined;
}

export interface Sending {
  /** How far it is, as long as nobody types anew: on its way it has had no answer yet. */
  stage: () => "unsent" | "on its way" | "taken";
  /** To be called when the form goes off the page. */
  settle: () => void;
}

/**
 * Detects that a form was sent and accepted: it was submitting, ended without a failure, and the page did not give way
 * to an error or to the login. A form whose page is left while it is submitting counts as not accepted. A button with
 * `data-acts` submits at once and leaves the typed values unsent.
 * @param onTaken called once it is accepted
 * @param onActed called once such a button has done its part
 */
export function useSubmission(
  { form, isBusy, failure }: FormProgress,
  onTaken: () => void,
  onActed: () => void,
): Sending {
  const { state } = useNavigation();
  const before = { sent: false, taken: false, acts: false, busy: false, failed: false, onTaken, onActed };
  const { current: at } = useRef(before);
  Object.assign(at, { onTaken, onActed });

  useEffect(() => {
    const element = form.current;
    if (!element) return;
    const send = ({ submitter }: SubmitEvent) => {
      at.sent = true;
      at.taken = false;
      at.acts = submitter?.hasAttribute("data-acts") ?? false;
    };
    const type = () => {
      at.sent = false;
      at.taken = false;
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

  const [{ stage, settle, take }] = useState(() => {
    const isOnWay = () => at.sent && !at.acts && at.busy;
    const take = () => {
      at.sent = false;
      at.taken = true;
      at.onTaken();
    };
    return {
      stage: (): ReturnType<Sending["stage"]> => (at.taken ? "taken" : isOnWay() ? "on its way" : "unsent"),
      take,
      settle: () => {
        if (isOnWay() && hasArrived()) take();
        // What becomes of it now nobody learns.
        at.sent = false;
      },
    };
  });

  useEffect(() => {
    const wasBusy = at.busy;
    at.busy = isBusy;
    if (!at.sent || !wasBusy || isBusy) return;
    if (state !== "idle" || at.failed) at.sent = false;
    else if (!at.acts) take();
    else {
      at.sent = false;
      at.onActed();
    }
  }, [isBusy, state, at, take]);

  return { stage, settle };
}

/** Whether the page that is shown now is what follows a form that was taken. */
function hasArrived(): boolean {
  const { pathname, search } = window.location;
  const isLogin = pathname === "/" && new URLSearchParams(search).has("returnTo");
  return !isLogin && document.querySelector("[data-error-screen]") === null;
}
