import { Link, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import type { PhotoView } from "~/features/vehicles/photo-queries.server";
import type { FieldErrors } from "~/lib/errors";
import { parseImageName } from "~/lib/image-name";
import { Button } from "~/ui/button";
import { GripIcon } from "~/ui/icons";
import { Plate } from "~/ui/page";
import { Photo } from "~/ui/photo";
import type { DragProps } from "~/ui/use-row-drag";
import { MAX_CAPTION } from "../limits";
import { DeletePhoto } from "./photo-controls";
import { photoAlt } from "./photo-gallery";

interface PhotoEditorProps {
  photo: PhotoView;
  vehicle: { id: string; name: string; coverPhoto: string | null };
  /** It belongs to an entry of the build log. */
  ofEntry: boolean;
  /** How many photos the gallery has: the last one cannot go later. */
  total: number;
  /** Id of the form that the fields belong to. */
  form: string;
  fieldId: (name: string) => string;
  errors: FieldErrors;
  /** What was typed and not saved, by field name. */
  typed: Record<string, string>;
  isTurning: boolean;
  /** With script: how it is dragged. */
  drag: DragProps | undefined;
}

/** A photo in the owner's list: its caption, its place, whether it is the cover, which way up it is, and the way out. */
export function PhotoEditor(props: PhotoEditorProps) {
  const { photo, vehicle, ofEntry, form, drag } = props;
  const isCover = vehicle.coverPhoto === photo.photo;
  return (
    <li id={`photo-${photo.id}`} className="photo-row" data-drag={drag?.isDragged || undefined} data-drop={drag?.drop}>
      <div className="relative self-start">
        {ofEntry ? (
          <Thumbnail {...props} />
        ) : (
          <Link to={`/vehicles/${vehicle.id}/photos/${photo.id}`} className="block rounded-md">
            <Thumbnail {...props} />
          </Link>
        )}
        <Plate className="pointer-events-none absolute top-1.5 left-1.5 bg-paper">{photo.position}</Plate>
        {drag ? (
          <button type="button" id={`drag-${photo.id}`} className="photo-grip" {...drag.handle}>
            <GripIcon />
            <span className="sr-only">Drag photo {photo.position}, or move it with the arrow keys</span>
          </button>
        ) : null}
      </div>
      <div className="min-w-0">
        <CaptionInput {...props} />
      </div>
      <div className="photo-acts">
        <div className="flex flex-wrap items-center gap-x-2 max-sm:w-full">
          <PlaceInput {...props} />
          {ofEntry ? <RemoveChoice {...props} /> : <CoverChoice {...props} isCover={isCover} />}
        </div>
        <Acts {...props} />
        {ofEntry ? null : (
          <span className="ml-auto">
            <DeletePhoto photo={photo} vehicle={vehicle} isCover={isCover} form={form} />
          </span>
        )}
      </div>
    </li>
  );
}

function Thumbnail({ photo, vehicle }: PhotoEditorProps) {
  return (
    <Photo
      kind="photos"
      name={photo.photo}
      alt={photoAlt(photo, vehicle.name)}
      view="thumbnail"
      sizes="(min-width: 40rem) 12rem, 30vw"
      contain
      className="aspect-4/3"
    />
  );
}

function CaptionInput({ photo, form, fieldId, errors, typed }: PhotoEditorProps) {
  const name = `caption-${photo.id}`;
  const id = fieldId(name);
  const messages = errors[name];
  return (
    <>
      <label htmlFor={id} className="mb-1 block font-bold">
        Caption<span className="sr-only"> of photo {photo.position}</span>{" "}
        <span className="font-normal text-grey">(optional)</span>
      </label>
      <input
        id={id}
        form={form}
        name={name}
        maxLength={MAX_CAPTION}
        className="input"
        defaultValue={typed[name] ?? photo.caption}
        aria-invalid={messages ? true : undefined}
        aria-describedby={messages ? `${id}-error` : undefined}
      />
      <Message id={id} messages={messages} />
    </>
  );
}

function PlaceInput({ photo, total, form, fieldId, errors, typed }: PhotoEditorProps) {
  const name = `place-${photo.id}`;
  const id = fieldId(name);
  const messages = errors[name];
  return (
    <div>
      <div className="flex items-center gap-2">
        <label htmlFor={id} className="text-sm font-bold">
          Place<span className="sr-only"> of photo {photo.position}</span>
        </label>
        <input
          // A photo that has moved says where it is now.
          key={photo.position}
          id={id}
          form={form}
          name={name}
          type="number"
          min={1}
          max={total}
          className="input w-18! min-h-11! py-1! tabular-nums"
          defaultValue={typed[name] ?? photo.position}
          aria-invalid={messages ? true : undefined}
          aria-describedby={messages ? `${id}-error` : undefined}
        />
      </div>
      <Message id={id} messages={messages} />
    </div>
  );
}

function CoverChoice({ photo, form, typed, isCover }: PhotoEditorProps & { isCover: boolean }) {
  const chosen = typed.cover === undefined ? isCover : typed.cover === photo.id;
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-2 px-1 text-sm font-bold">
      <input
        type="radio"
        form={form}
        name="cover"
        value={photo.id}
        defaultChecked={chosen}
        className="size-5 shrink-0 accent-signal"
      />
      Cover<span className="sr-only">: photo {photo.position}</span>
    </label>
  );
}

/** It goes as all is saved. */
function RemoveChoice({ photo, form, typed }: PhotoEditorProps) {
  const name = `remove-${photo.id}`;
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-2 px-1 text-sm font-bold">
      <input
        type="checkbox"
        form={form}
        name={name}
        defaultChecked={typed[name] === "on"}
        className="size-5 shrink-0 accent-signal"
      />
      Remove<span className="sr-only"> photo {photo.position}</span>
    </label>
  );
}

/** What acts at once. Without script the page comes back at the photo. */
function Acts({ photo, total, form, isTurning }: PhotoEditorProps) {
  const { pathname } = useLocation();
  const act = (name: "move" | "turn", value: string, label: string, children: ReactNode, busy = false) => (
    <Button
      small
      id={`${value.replace(":", "-")}-${name}`}
      form={form}
      formAction={`${pathname}#photo-${photo.id}`}
      name={name}
      value={value}
      data-acts
      aria-label={label}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : undefined}
    >
      {children}
    </Button>
  );
  const facts = parseImageName(photo.photo);
  return (
    <>
      {photo.position === 1
        ? null
        : act("move", `${photo.id}:earlier`, `Move photo ${photo.position} earlier`, "Earlier")}
      {photo.position === total
        ? null
        : act("move", `${photo.id}:later`, `Move photo ${photo.position} later`, "Later")}
      {facts && !facts.animated
        ? act("turn", photo.id, `Turn photo ${photo.position} clockwise`, isTurning ? "Turning…" : "Turn", isTurning)
        : null}
    </>
  );
}

function Message({ id, messages }: { id: string; messages: string[] | undefined }) {
  if (!messages) return null;
  return (
    <p id={`${id}-error`} className="mt-1 font-semibold text-signal">
      {messages.join(" ")}
    </p>
  );
}
