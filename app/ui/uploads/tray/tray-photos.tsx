import { type RefObject, useEffect, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { plural } from "~/lib/text";
import { useOnline } from "~/ui/document/offline";
import { SessionExpired } from "~/ui/forms/error-summary";
import { useFormState } from "~/ui/forms/form-state";
import { rejectionId } from "../file-check";
import { allArrived, formatUploadIds } from "./form-fields";
import { countPending, inLine, isRejected, listCurrentItems, listWaitingItems } from "./item";
import type { PhotoTray, TrayState } from "./photo-tray";
import { PhotoInLine, RejectedItem, TrayPhoto } from "./tray-photo";

interface TrayPhotosProps {
  tray: PhotoTray;
  state: TrayState;
  input: RefObject<HTMLInputElement | null>;
  hasCover: boolean;
}

export function TrayPhotos({ tray, state, input, hasCover }: TrayPhotosProps) {
  const { photos, hasSessionEnded, news } = state;
  const list = useRef<HTMLDivElement>(null);
  const ids = useRef<HTMLInputElement>(null);
  const lineId = useId();
  const notice = useFormGate(tray, ids);
  useChosenBefore(tray, input);
  useReturn(tray, hasSessionEnded);
  const good = listCurrentItems(state);
  const line = listWaitingItems(state);
  const rejectedPhotos = photos.filter(isRejected);
  const remove = (id: string) => {
    const all = [...good, ...line];
    const index = all.findIndex((photo) => photo.id === id);
    const next = all[index + 1] ?? all[index - 1];
    const target = next && list.current?.querySelector<HTMLElement>(`[data-remove="${next.id}"]`);
    tray.remove(id);
    (target ?? input.current)?.focus();
  };
  return (
    <>
      {/* Set and enabled by the gate, as the form goes out. */}
      <input ref={ids} type="hidden" name="uploads" disabled />
      {line.length > 0 ? <input type="hidden" name="morePhotos" value="yes" /> : null}
      <p role="status" className="sr-only">
        {news}
      </p>
      <div ref={list}>
        {good.length > 0 ? (
          <ul aria-label="Chosen photos" className="mb-4 grid grid-cols-2 gap-x-3 gap-y-4 sm:grid-cols-3">
            {good.map((photo, index) => (
              <TrayPhoto
                key={photo.id}
                photo={photo}
                at={index}
                total={good.length}
                originals={state.originals}
                isCover={hasCover && index === 0}
                tray={tray}
                onRemove={() => remove(photo.id)}
              />
            ))}
          </ul>
        ) : null}
        {line.length > 0 ? (
          <div className="mb-4 border-t border-line pt-3">
            <p id={lineId} className="mb-2 font-semibold">
              {inLine(line.length)}
            </p>
            <ul aria-labelledby={lineId} className="grid grid-cols-3 gap-3 sm:grid-cols-5">
              {line.map((photo) => (
                <PhotoInLine key={photo.id} photo={photo} onRemove={() => remove(photo.id)} />
              ))}
            </ul>
          </div>
        ) : null}
      </div>
      {rejectedPhotos.length > 0 ? (
        <ul aria-label="Not added" className="mb-4">
          {rejectedPhotos.map((photo) => (
            <RejectedItem key={photo.id} photo={photo} textId={rejectionId(photo)} onRemove={() => remove(photo.id)} />
          ))}
        </ul>
      ) : null}
      {hasSessionEnded ? <SessionExpired>Your photos are kept here.</SessionExpired> : null}
      <p role="status" className={notice ? "mb-4" : ""}>
        {notice}
      </p>
    </>
  );
}

const HELD_OFFLINE =
  "There is no connection. Your photos and what you typed are kept here, and will be sent when it is back.";

/**
 * Delays the form until all photos are uploaded, then adds their ids.
 * @returns a message about the delay
 */
function useFormGate(tray: PhotoTray, ids: RefObject<HTMLInputElement | null>) {
  const { gate, hold, failure, isHeld } = useFormState();
  const [stopped, setStopped] = useState(false);
  const isOnline = useOnline();
  useEffect(() => {
    if (!gate) return;
    gate.current = (form, submitter) => {
      setStopped(false);
      if (countPending(tray.state()) > 0) {
        tray.retry();
        hold(true);
        void allArrived(tray).then((arrived) => {
          // `requestSubmit` works only after `hold(false)` has rendered.
          flushSync(() => {
            hold(false);
            setStopped(!arrived);
          });
          if (arrived && form.isConnected) form.requestSubmit(submitter?.isConnected ? submitter : null);
        });
        return true;
      }
      if (ids.current) {
        ids.current.value = formatUploadIds(tray.state());
        ids.current.disabled = ids.current.value === "";
      }
      tray.formSent();
      return false;
    };
    return () => {
      gate.current = undefined;
    };
  }, [gate, hold, tray, ids]);
  useEffect(() => {
    if (failure) void tray.formRefused();
  }, [failure, tray]);
  if (isHeld && !isOnline) return HELD_OFFLINE;
  if (isHeld) return `Waiting for ${plural(countPending(tray.state()), "photo")}…`;
  return stopped ? "Not sent yet: a photo could not be uploaded. Check it, then try again." : "";
}

/** In the plain field before the tray loaded. */
function useChosenBefore(tray: PhotoTray, input: RefObject<HTMLInputElement | null>) {
  useEffect(() => {
    const field = input.current;
    if (!field?.files?.length) return;
    void tray.add([...field.files]);
    field.value = "";
  }, [tray, input]);
}

/** After a login in another tab, uploads continue here. */
function useReturn(tray: PhotoTray, sessionEnded: boolean) {
  useEffect(() => {
    if (!sessionEnded) return;
    const back = () => tray.retry();
    addEventListener("focus", back);
    return () => removeEventListener("focus", back);
  }, [tray, sessionEnded]);
}
