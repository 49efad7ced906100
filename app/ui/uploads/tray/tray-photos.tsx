import { type RefObject, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useFormState } from "../../form";
import { LoginAgain } from "../login-again";
import { refusalId } from "../refusal-id";
import { allArrived, filesOf, idsOf, underWay } from "./form-part";
import { isRefused, photosInWords } from "./photo";
import type { PhotoTray, TrayState } from "./photo-tray";
import { RefusedPhoto, TrayPhoto } from "./tray-photo";

interface TrayPhotosProps {
  tray: PhotoTray;
  state: TrayState;
  /** The form's own file input. */
  input: RefObject<HTMLInputElement>;
  /** The first photo becomes the cover. */
  cover: boolean;
}

/** The chosen photos with all that can be done with them, and what becomes of the form meanwhile. */
export function TrayPhotos({ tray, state, input, cover }: TrayPhotosProps) {
  const { photos, sessionEnded, news } = state;
  const list = useRef<HTMLUListElement>(null);
  const ids = useRef<HTMLInputElement>(null);
  const notice = useFormGate(tray, input, ids);
  useChosenBefore(tray, input);
  useReturn(tray, sessionEnded);
  const good = photos.filter((photo) => !isRefused(photo));
  const refused = photos.filter(isRefused);
  const remove = (id: string) => {
    const at = good.findIndex((photo) => photo.id === id);
    const next = good[at + 1] ?? good[at - 1];
    const target = next && list.current?.querySelector<HTMLElement>(`[data-remove="${next.id}"]`);
    tray.remove(id);
    (target ?? input.current)?.focus();
  };
  return (
    <>
      {/* Set and enabled by the gate, as the form goes out. */}
      <input ref={ids} type="hidden" name="uploads" disabled />
      <p role="status" className="sr-only">
        {news}
      </p>
      {good.length > 0 ? (
        <ul ref={list} aria-label="Chosen photos" className="mb-4 grid grid-cols-2 gap-x-3 gap-y-4 sm:grid-cols-3">
          {good.map((photo, at) => (
            <TrayPhoto
              key={photo.id}
              photo={photo}
              at={at}
              total={good.length}
              originals={state.originals}
              cover={cover && at === 0}
              tray={tray}
              onRemove={() => remove(photo.id)}
            />
          ))}
        </ul>
      ) : null}
      {refused.length > 0 ? (
        <ul aria-label="Not added" className="mb-4">
          {refused.map((photo) => (
            <RefusedPhoto key={photo.id} photo={photo} textId={refusalId(photo)} onRemove={() => remove(photo.id)} />
          ))}
        </ul>
      ) : null}
      {sessionEnded ? <LoginAgain>Your photos are kept here.</LoginAgain> : null}
      <p role="status" className={notice ? "mb-4 font-semibold" : ""}>
        {notice}
      </p>
    </>
  );
}

/** Holds the form back until everything has arrived, and hands it the photos as it goes. @returns what to say of it */
function useFormGate(tray: PhotoTray, input: RefObject<HTMLInputElement>, ids: RefObject<HTMLInputElement>) {
  const { gate, hold, failure, held } = useFormState();
  const [stopped, setStopped] = useState(false);
  useEffect(() => {
    if (!gate) return;
    gate.current = (form, submitter) => {
      setStopped(false);
      if (underWay(tray.state()) > 0) {
        tray.retry();
        hold(true);
        void allArrived(tray).then((arrived) => {
          // Synchronously: the form goes out only where it is no longer held back.
          flushSync(() => {
            hold(false);
            setStopped(!arrived);
          });
          if (arrived && form.isConnected) form.requestSubmit(submitter?.isConnected ? submitter : null);
        });
        return true;
      }
      if (ids.current) {
        ids.current.value = idsOf(tray.state());
        ids.current.disabled = ids.current.value === "";
      }
      if (input.current) input.current.files = asFileList(filesOf(tray.state()));
      tray.formSent();
      return false;
    };
    const form = input.current?.form;
    const saved = () => tray.clear();
    form?.addEventListener("saved", saved);
    return () => {
      gate.current = undefined;
      form?.removeEventListener("saved", saved);
    };
  }, [gate, hold, tray, input, ids]);
  useEffect(() => {
    if (failure) void tray.formRefused();
  }, [failure, tray]);
  if (held) return `Waiting for ${photosInWords(underWay(tray.state()))}…`;
  return stopped ? "Not sent yet: a photo could not be uploaded. Look at it, then press again." : "";
}

/** Takes over what was chosen in the plain field before the tray was there. */
function useChosenBefore(tray: PhotoTray, input: RefObject<HTMLInputElement>) {
  useEffect(() => {
    const field = input.current;
    if (!field?.files?.length) return;
    void tray.add([...field.files]);
    field.value = "";
  }, [tray, input]);
}

/** Whoever has logged in in another tab goes on here by coming back. */
function useReturn(tray: PhotoTray, sessionEnded: boolean) {
  useEffect(() => {
    if (!sessionEnded) return;
    const back = () => tray.retry();
    addEventListener("focus", back);
    return () => removeEventListener("focus", back);
  }, [tray, sessionEnded]);
}

function asFileList(files: File[]): FileList {
  const transfer = new DataTransfer();
  for (const file of files) transfer.items.add(file);
  return transfer.files;
}
