import { useLocation, useRouteLoaderData } from "@remix-run/react";
import { type ChangeEvent, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { type FormFailure, type KeptPhoto, UPLOADS } from "~/lib/forms";
import { ACCEPTED_HINT, ACCEPTED_TYPES, ANY_IMAGE, CONVERTED_HINT, MAX_FILE_BYTES } from "~/lib/images";
import { formatBytes, plural } from "~/lib/text";
import { FieldLabel } from "../forms/field-parts";
import { useFieldId, useFormState } from "../forms/form-state";
import { fileError, rejectionId } from "./file-check";
import type { PhotoTray, TrayState } from "./tray/photo-tray";

interface FileFieldProps {
  name: string;
  label: string;
  hint?: string;
  optional?: boolean;
  max?: number;
  missing?: string;
  /** Of an earlier request, not refused. */
  kept?: readonly KeptPhoto[] | undefined;
  /** With script: the photos upload at once, and the form sends `uploads`. */
  tray?: TraySettings;
}

const FIELD_CLASS =
  "input file:mr-4 file:min-h-9 file:cursor-pointer file:rounded-sm file:border file:border-line-strong file:px-3";

/**
 * With script it lists the chosen files with sizes and errors, or opens a tray. The input stays the same element: a
 * file dialog may be open when the tray loads.
 */
export function FileField({
  name,
  label,
  hint,
  optional,
  max = 1,
  missing,
  kept: keptBefore,
  tray: settings,
}: FileFieldProps) {
  const { failure, isBusy } = useFormState();
  const [chosenFiles, setChosenFiles] = useState<File[]>([]);
  const [dismissed, setDismissed] = useState<FormFailure>();
  const messages = failure === dismissed ? undefined : failure?.errors[name];
  const id = useFieldId()(name);
  const input = useRef<HTMLInputElement>(null);
  const [kept, setKept] = useState(keptBefore ?? NONE);
  if (settings && failure?.kept && failure.kept !== kept) setKept(failure.kept);
  // Its `uploads` would replace those of the kept photos.
  const { open, state } = useTray(kept.length > 0 ? undefined : settings, { name, max });
  const problem = messages || open ? undefined : fileError(chosenFiles, max);
  const rejectedPhotos = state?.photos.filter(({ stage }) => stage === "refused") ?? [];
  const photoCount = state && state.photos.length - rejectedPhotos.length;
  const describedBy = [
    `${id}-hint`,
    kept.length > 0 ? `${id}-kept` : "",
    ...rejectedPhotos.map(rejectionId),
    messages || problem ? `${id}-error` : "",
    chosenFiles.length > 0 ? `${id}-chosen` : "",
  ];
  // biome-ignore lint/correctness/useExhaustiveDependencies: photos come from the camera and by a drop too
  useEffect(() => {
    if (photoCount) setDismissed(failure);
  }, [photoCount]);
  const wasBusy = useRef(false);
  useEffect(() => {
    if (wasBusy.current && !isBusy && !failure) {
      if (input.current) input.current.value = "";
      setChosenFiles([]);
      setKept(NONE);
      void open?.tray.formTaken().then(settings?.onTaken);
    }
    wasBusy.current = isBusy;
  }, [isBusy, failure, open, settings?.onTaken]);
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.currentTarget.files ?? [])];
    setDismissed(failure);
    if (!open) return setChosenFiles(files);
    void open.tray.add(files);
    event.currentTarget.value = "";
  };
  return (
    <div className={settings ? "group relative mb-6" : "mb-6"} data-tray={settings ? "" : undefined}>
      <FieldLabel id={id} label={label} optional={optional} />
      <KeptPhotos id={`${id}-kept`} photos={kept} />
      {open && state ? (
        <open.parts.TrayPhotos tray={open.tray} state={state} input={input} hasCover={settings?.hasCover ?? false} />
      ) : null}
      <input
        ref={input}
        type="file"
        id={id}
        name={name}
        accept={open ? ANY_IMAGE : ACCEPTED_TYPES}
        multiple={max > 1}
        aria-describedby={describedBy.filter(Boolean).join(" ")}
        aria-invalid={messages || problem ? true : undefined}
        data-max={max}
        data-missing={missing}
        data-held={photoCount ?? (kept.length || undefined)}
        onChange={choose}
        className={open ? "tray-input sr-only" : FIELD_CLASS}
      />
      {open && state ? <open.parts.ChoosePhotos tray={open.tray} state={state} inputId={id} /> : null}
      <p id={`${id}-hint`} className="mt-1 text-sm text-grey">
        {[
          hint,
          max > 1 && `Up to ${max} at once.`,
          max > 1 ? ACCEPTED_HINT : ACCEPTED_HINT.replace(" each", ""),
          open && CONVERTED_HINT,
        ]
          .filter(Boolean)
          .join(" ")}
      </p>
      {chosenFiles.length > 0 && !open ? (
        <ul id={`${id}-chosen`} aria-live="polite" className="mt-2 text-sm">
          {chosenFiles.map((file) => (
            <li
              key={`${file.name}-${file.size}`}
              className={file.size > MAX_FILE_BYTES ? "font-semibold text-danger" : ""}
            >
              {file.name} <span className="tabular-nums">({formatBytes(file.size)})</span>
            </li>
          ))}
        </ul>
      ) : null}
      {messages || problem ? (
        <p id={`${id}-error`} aria-live={problem ? "polite" : undefined} className="mt-1 font-semibold text-danger">
          {messages?.join(" ") ?? problem}
        </p>
      ) : null}
    </div>
  );
}

const NONE: readonly KeptPhoto[] = [];

/** Their bytes are never served, so there are no thumbnails. */
function KeptPhotos({ id, photos }: { id: string; photos: readonly KeptPhoto[] }) {
  if (photos.length === 0) return null;
  return (
    <div className="mb-3">
      <p id={id}>
        <span className="font-semibold">{`${plural(photos.length, "photo")} kept`}</span>{" "}
        <span className="text-sm text-grey">Untick a photo to leave it out.</span>
      </p>
      <ul>
        {photos.map((photo) => (
          <li key={photo.id}>
            <label className="flex min-h-11 items-center gap-3">
              <input
                type="checkbox"
                name={UPLOADS}
                value={photo.id}
                defaultChecked
                className="size-5 shrink-0 accent-signal"
              />
              <span className="min-w-0 break-words">
                <bdi>{photo.filename}</bdi> <span className="text-grey tabular-nums">({formatBytes(photo.size)})</span>
              </span>
            </label>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface TraySettings {
  /** Default: the page's path. */
  storageName?: string;
  hasCover?: boolean;
  /** Photos that exceeded the limit of the previous form. */
  takesLeftovers?: boolean;
  /** After acceptance, if still on the page. */
  onTaken?: (areLeft: boolean) => void;
}

type Parts = typeof import("./tray/open-tray");

interface OpenTray {
  tray: PhotoTray;
  parts: Parts;
}

const nothing = () => () => {};

/**
 * Loads the tray's code after hydration. Before this, and if loading fails, the file field works as without script.
 * @param settings undefined: no tray
 */
function useTray(
  settings: TraySettings | undefined,
  { name, max }: { name: string; max: number },
): { open: OpenTray | undefined; state: TrayState | undefined } {
  const [open, setOpen] = useState<OpenTray>();
  const { pathname } = useLocation();
  const layout = useRouteLoaderData("root") as { viewer?: { draftKey?: string } | null } | undefined;
  const userKey = layout?.viewer?.draftKey;
  const hasTray = settings !== undefined;
  const takesLeft = settings?.takesLeftovers ?? false;
  const owner = userKey && `${userKey} ${settings?.storageName ?? pathname} ${name}`;
  useEffect(() => {
    if (!hasTray) return;
    let isUnmounted = false;
    let close = () => {};
    import("./tray/open-tray")
      .then(async (parts) => {
        const openedTray = await parts.openTray({ max, owner, takesLeftovers: takesLeft });
        close = openedTray.close;
        if (isUnmounted) close();
        else setOpen({ tray: openedTray.tray, parts });
      })
      .catch(() => {});
    return () => {
      isUnmounted = true;
      setOpen(undefined);
      close();
    };
  }, [hasTray, owner, max, takesLeft]);
  const state = useSyncExternalStore<TrayState | undefined>(
    open?.tray.subscribe ?? nothing,
    () => open?.tray.state(),
    () => undefined,
  );
  return { open, state };
}
