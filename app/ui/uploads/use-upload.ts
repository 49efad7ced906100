import { type FormEvent, useEffect, useRef, useState } from "react";
import type { FormFailure } from "~/lib/forms";
import { typedValues } from "../typed-values";
import { hasFiles } from "./file-check";

const NOT_SENT = "Nothing has been sent. What you chose and typed is still here.";

interface UploadTo<T> {
  /** URL of the API call that takes the form's fields. */
  api: string;
  /** The catalogue's text where the server gives none, or cannot be reached. */
  fallback: string;
  /** What to do with the answer's `data`. */
  onDone: (data: T) => void;
}

interface Answer<T> {
  data?: T;
  message?: string;
  errors?: FormFailure["errors"];
}

/**
 * Sends a form with files through the API by XMLHttpRequest, for upload progress. Forms without files, and forms
 * without script, are submitted as usual.
 * @returns the form's state, the progress (0 to 1, undefined before and after), and its submit handler
 */
export function useUpload<T>({ api, fallback, onDone }: UploadTo<T>) {
  const [sent, setSent] = useState<number>();
  const [failure, setFailure] = useState<FormFailure>();
  const running = useRef<XMLHttpRequest>();
  // Like a native upload it is aborted when the page is left.
  useEffect(() => () => running.current?.abort(), []);

  const settle = (request: XMLHttpRequest, form: HTMLFormElement, fields: FormData) => {
    running.current = undefined;
    setSent(undefined);
    const { data, message, errors } = answerOf<T>(request);
    if (request.status >= 200 && request.status < 300 && data !== undefined) {
      // A tray forgets its photos.
      form.dispatchEvent(new Event("saved"));
      return onDone(data);
    }
    const values = typedValues(fields);
    if (request.status === 401) setFailure({ message: NOT_SENT, errors: {}, values, sessionEnded: true });
    else setFailure({ message: message ?? fallback, errors: errors ?? {}, values });
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    if (!hasFiles(event.currentTarget)) return setFailure(undefined);
    event.preventDefault();
    if (running.current) return;
    const form = event.currentTarget;
    const fields = new FormData(form);
    const request = new XMLHttpRequest();
    running.current = request;
    setFailure(undefined);
    setSent(0);
    request.upload.onprogress = ({ loaded, total }) => setSent(total > 0 ? loaded / total : 0);
    request.upload.onload = () => setSent(1);
    request.onload = () => settle(request, form, fields);
    request.onerror = () => settle(request, form, fields);
    request.open("POST", api);
    request.send(fields);
  };
  return { upload: { busy: sent !== undefined, failure }, sent, onSubmit };
}

function answerOf<T>(request: XMLHttpRequest): Answer<T> {
  try {
    return JSON.parse(request.responseText) as Answer<T>;
  } catch {
    return {};
  }
}
