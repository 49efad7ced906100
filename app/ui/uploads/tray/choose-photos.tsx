import { useEffect, useId, useRef, useState } from "react";
import { ANY_IMAGE } from "~/lib/images";
import { ChangingText } from "~/ui/changing-text";
import { buttonClass } from "~/ui/forms/button";
import { CameraIcon, PlusIcon } from "../../icons";
import { isRejected } from "./item";
import type { PhotoTray, TrayState } from "./photo-tray";

interface ChoosePhotosProps {
  tray: PhotoTray;
  state: TrayState;
  inputId: string;
}

const WIDE = "w-full sm:w-auto";

export function ChoosePhotos({ tray, state, inputId }: ChoosePhotosProps) {
  const touch = useTouch();
  const [over, setOver] = useState(false);
  const zone = useRef<HTMLDivElement>(null);
  useDrop(zone, tray, setOver);
  usePaste(tray);
  const count = state.photos.filter((photo) => !isRejected(photo)).length;
  return (
    <div
      ref={zone}
      className={`rounded-md border-[1.5px] border-dashed px-4 transition-colors ${count > 0 ? "py-3" : "py-6"} ${
        over ? "border-ink bg-sunk" : "border-line-strong bg-surface"
      }`}
    >
      <div className="flex flex-wrap items-center justify-center gap-3">
        {touch ? <TakePhoto tray={tray} /> : null}
        <label
          htmlFor={inputId}
          className={`${buttonClass("secondary", false, WIDE)} group-has-[.tray-input:focus-visible]:outline-3 group-has-[.tray-input:focus-visible]:outline-offset-2`}
        >
          <PlusIcon />
          <ChangingText>{choice(state.max, count)}</ChangingText>
        </label>
        {touch ? null : <span className="text-sm text-grey">or drop {state.max > 1 ? "them" : "it"} here</span>}
      </div>
      {state.max > 1 ? <Originals tray={tray} isOn={state.originals} /> : null}
    </div>
  );
}

function choice(max: number, count: number): string {
  if (max === 1) return count > 0 ? "Choose another photo" : "Choose a photo";
  return count > 0 ? "Choose more photos" : "Choose photos";
}

function TakePhoto({ tray }: { tray: PhotoTray }) {
  const camera = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" className={buttonClass("secondary", false, WIDE)} onClick={() => camera.current?.click()}>
        <CameraIcon />
        Take photo
      </button>
      <input
        ref={camera}
        type="file"
        hidden
        tabIndex={-1}
        accept={ANY_IMAGE}
        capture="environment"
        onChange={({ currentTarget }) => {
          void tray.add([...(currentTarget.files ?? [])]);
          currentTarget.value = "";
        }}
      />
    </>
  );
}

function Originals({ tray, isOn }: { tray: PhotoTray; isOn: boolean }) {
  const id = useId();
  return (
    <div className="mt-2 flex min-h-11 items-center justify-center gap-3 text-sm">
      <input
        type="checkbox"
        id={id}
        checked={isOn}
        aria-describedby={`${id}-hint`}
        onChange={({ currentTarget }) => tray.setOriginals(currentTarget.checked)}
        className="size-5 shrink-0 accent-ink"
      />
      <label htmlFor={id} className="flex min-h-11 items-center">
        <span>
          <span>Upload full-size originals</span>{" "}
          <span id={`${id}-hint`} className="text-grey">
            (uses more data)
          </span>
        </span>
      </label>
    </div>
  );
}

/** Touch devices also have a camera. */
function useTouch(): boolean {
  const [touch, setTouch] = useState(false);
  useEffect(() => setTouch(matchMedia("(pointer: coarse)").matches), []);
  return touch;
}

function useDrop(zone: React.RefObject<HTMLElement | null>, tray: PhotoTray, setOver: (over: boolean) => void) {
  useEffect(() => {
    const field = zone.current?.closest<HTMLElement>("[data-tray]");
    if (!field) return;
    const files = (event: DragEvent) => event.dataTransfer?.types.includes("Files");
    const hold = (event: DragEvent) => {
      if (!files(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (!field.contains(event.relatedTarget as Node | null)) setOver(false);
    };
    const drop = (event: DragEvent) => {
      if (!files(event)) return;
      event.preventDefault();
      setOver(false);
      void tray.add([...(event.dataTransfer?.files ?? [])]);
    };
    const listening = new AbortController();
    const { signal } = listening;
    field.addEventListener("dragover", hold, { signal });
    field.addEventListener("dragleave", leave, { signal });
    field.addEventListener("drop", drop, { signal });
    return () => listening.abort();
  }, [zone, tray, setOver]);
}

/** Text pasted into a field stays text. */
function usePaste(tray: PhotoTray) {
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length === 0 || event.clipboardData?.types.includes("text/plain")) return;
      event.preventDefault();
      void tray.add(files);
    };
    document.addEventListener("paste", paste);
    return () => document.removeEventListener("paste", paste);
  }, [tray]);
}
