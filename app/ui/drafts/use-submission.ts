import { useNavigation } from "@remix-run/react";
import { type RefObject, useEffect, useRef, useState } from "react";
import type { FormFailure } from "~/lib/forms";
import { listenToFields } from "./fields";

export interface FormProgress {
  form: RefObject<HTMLFormElement | null>;
  isBusy: boolean;
  failure: FormFailure | undefined;
}

export interface Sending {
  /** "sending" has no response yet. */
  stage: () => "unsent" | "sending" | "accepted";
  /** Call it when the form leaves the page. */
  settle: () => void;
}

/**
 * A form was accepted if it was submitting, ended without a failure, and no error or login page followed. A button with
 * `data-acts` submits at once and leaves the typed values unsent.
 * @param onTaken called after acceptance
 * @param onActed called after such a button's action
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
      stage: (): ReturnType<Sending["stage"]> => (at.taken ? "accepted" : isOnWay() ? "sending" : "unsent"),
      take,
      settle: () => {
        if (isOnWay() && hasArrived()) take();
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

function hasArrived(): boolean {
  const { pathname, search } = window.location;
  const isLogin = pathname === "/" && new URLSearchParams(search).has("returnTo");
  return !isLogin && document.querySelector("[data-error-screen]") === null;
}
