import { Link, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import type { PhotoView } from "~/features/photos/rows.server";
import type { FieldErrors } from "~/lib/errors";
import { parseImageName } from "~/lib/images";
import { Button } from "~/ui/forms/button";
import { FieldMessages } from "~/ui/forms/field-parts";
import type { DragProps } from "~/ui/forms/use-row-drag";
import { GripIcon } from "~/ui/icons";

import { Photo } from "~/ui/photo";
import { MAX_CAPTION } from "../limits";
import { DeletePhoto } from "./photo-controls";
import { photoAlt } from "./photo-gallery";

interface PhotoEditorProps {
  photo: PhotoView;
  vehicle: { id: number; name: string; coverPhoto: string | null };
  isEntryPhoto: boolean;
  /** The last photo cannot move later. */
  total: number;
  form: string;
  fieldId: (name: string) => string;
  errors: FieldErrors;
  /** Unsaved, by field name. */
  typedValues: Record<string, string>;
  isTurning: boolean;
  /** With script only. */
  drag: DragProps | undefined;
}

export function PhotoEditor(props: PhotoEditorProps) {
  const { photo, vehicle, isEntryPhoto, form, drag } = props;
  const isCover = vehicle.coverPhoto === photo.photo;
  return (
    <li id={`photo-${photo.id}`} className="photo-row" data-drag={drag?.isDragged || undefined} data-drop={drag?.drop}>
      <div className="relative self-start">
        {isEntryPhoto ? (
          <Thumbnail {...props} />
        ) : (
          <Link to={`/vehicles/${vehicle.id}/photos/${photo.id}`} className="block rounded-md">
            <Thumbnail {...props} />
          </Link>
        )}
        <span className="photo-tag pointer-events-none absolute top-1.5 left-1.5">{photo.position}</span>
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
          {isEntryPhoto ? <RemoveChoice {...props} /> : <CoverChoice {...props} isCover={isCover} />}
        </div>
        <PhotoActions {...props} />
        {isEntryPhoto ? null : (
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

function CaptionInput(props: PhotoEditorProps) {
  const { photo } = props;
  const { input, message } = fieldOf(props, `caption-${photo.id}`, photo.caption);
  return (
    <>
      <label htmlFor={input.id} className="mb-1 block font-bold">
        Caption<span className="sr-only"> of photo {photo.position}</span>{" "}
        <span className="font-normal text-grey">(optional)</span>
      </label>
      <input dir="auto" {...input} maxLength={MAX_CAPTION} className="input" />
      {message}
    </>
  );
}

function PlaceInput(props: PhotoEditorProps) {
  const { photo, total } = props;
  const { input, message } = fieldOf(props, `place-${photo.id}`, photo.position);
  return (
    <div>
      <div className="flex items-center gap-2">
        <label htmlFor={input.id} className="text-sm font-bold">
          Place<span className="sr-only"> of photo {photo.position}</span>
        </label>
        <input
          // Shows the new position after a move.
          key={photo.position}
          {...input}
          type="number"
          min={1}
          max={total}
          className="input w-18! min-h-11! py-1! tabular-nums"
        />
      </div>
      {message}
    </div>
  );
}

function fieldOf(
  { form, fieldId, errors, typedValues }: PhotoEditorProps,
  name: string,
  initialValue: string | number,
) {
  const id = fieldId(name);
  const messages = errors[name];
  return {
    input: {
      ...{ id, form, name, defaultValue: typedValues[name] ?? initialValue },
      "aria-invalid": messages && (true as const),
      "aria-describedby": messages && `${id}-error`,
    },
    message: <FieldMessages id={id} messages={messages} />,
  };
}

function CoverChoice({ photo, form, typedValues, isCover }: PhotoEditorProps & { isCover: boolean }) {
  const isChecked = typedValues.cover === undefined ? isCover : typedValues.cover === `${photo.id}`;
  return (
    <label className={CHOICE}>
      <input type="radio" form={form} name="cover" value={photo.id} defaultChecked={isChecked} className={BOX} />
      Cover<span className="sr-only">: photo {photo.position}</span>
    </label>
  );
}

function RemoveChoice({ photo, form, typedValues }: PhotoEditorProps) {
  const name = `remove-${photo.id}`;
  return (
    <label className={CHOICE}>
      <input type="checkbox" form={form} name={name} defaultChecked={typedValues[name] === "on"} className={BOX} />
      Remove<span className="sr-only"> photo {photo.position}</span>
    </label>
  );
}

const CHOICE = "flex min-h-11 cursor-pointer items-center gap-2 px-1 text-sm font-bold";
const BOX = "size-5 shrink-0 accent-ink";

/** Immediate effect. Without script the page scrolls back to the photo. */
function PhotoActions({ photo, total, form, isTurning }: PhotoEditorProps) {
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
      {facts && !facts.isAnimated
        ? act(
            "turn",
            `${photo.id}`,
            `Rotate photo ${photo.position} clockwise`,
            isTurning ? "Rotating…" : "Rotate",
            isTurning,
          )
        : null}
    </>
  );
}
