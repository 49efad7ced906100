import type { ReactNode } from "react";
import { formatBytes } from "~/lib/text";
import { buttonClass } from "~/ui/forms/button";
import { ArrowLeftIcon, ArrowRightIcon, CameraIcon, TrashIcon } from "../../icons";
import { chooseBlob, type ItemStage, type TrayItem } from "./item";
import type { PhotoTray } from "./photo-tray";

interface TrayPhotoProps {
  photo: TrayItem;
  at: number;
  total: number;
  originals: boolean;
  isCover: boolean;
  tray: PhotoTray;
  onRemove: () => void;
}

export function TrayPhoto({ photo, at, total, originals, isCover, tray, onRemove }: TrayPhotoProps) {
  const { id, name, thumb, stage, sent } = photo;
  return (
    <li className="min-w-0">
      <div className="photo-frame relative aspect-3/2">
        {thumb ? <img src={thumb} alt="" /> : <Blank />}
        {isCover ? <span className="photo-tag absolute top-2 left-2">Cover</span> : null}
        {stage === "sending" || stage === "retrying" ? (
          <progress
            aria-label={`Sending “${name}”`}
            max={1}
            value={sent}
            className="absolute inset-x-0 bottom-0 h-1.5 w-full appearance-none border-0 bg-sunk [&::-moz-progress-bar]:bg-ink [&::-webkit-progress-bar]:bg-sunk [&::-webkit-progress-value]:bg-ink"
          />
        ) : null}
      </div>
      <p className="mt-1 truncate text-sm" title={name}>
        {name}
      </p>
      <p className="text-sm text-grey tabular-nums">
        {`${formatBytes(chooseBlob(photo, originals).size)} · ${formatStage(photo)}`}
      </p>
      {stage === "retrying" ? (
        <button type="button" className={buttonClass("secondary", true, "my-1 min-h-11")} onClick={() => tray.retry()}>
          Try again
        </button>
      ) : null}
      <div className="-mx-2 flex">
        {total > 1 ? (
          <>
            <ActionButton name={`Move “${name}” earlier`} disabled={at === 0} onPress={() => tray.move(id, -1)}>
              <ArrowLeftIcon />
            </ActionButton>
            <ActionButton name={`Move “${name}” later`} disabled={at === total - 1} onPress={() => tray.move(id, 1)}>
              <ArrowRightIcon />
            </ActionButton>
          </>
        ) : null}
        <ActionButton name={`Remove “${name}”`} onPress={onRemove} removes={id}>
          <TrashIcon />
        </ActionButton>
      </div>
    </li>
  );
}

export function PhotoInLine({ photo, onRemove }: { photo: TrayItem; onRemove: () => void }) {
  const { id, name, thumb } = photo;
  return (
    <li className="min-w-0">
      <div className="photo-frame aspect-3/2">{thumb ? <img src={thumb} alt="" /> : <Blank />}</div>
      <div className="-mr-2 flex items-center">
        <p className="min-w-0 flex-1 truncate text-sm" title={name}>
          {name}
        </p>
        <ActionButton name={`Remove “${name}”`} onPress={onRemove} removes={id}>
          <TrashIcon />
        </ActionButton>
      </div>
    </li>
  );
}

interface RefusedPhotoProps {
  photo: TrayItem;
  textId: string;
  onRemove: () => void;
}

export function RejectedItem({ photo, textId, onRemove }: RefusedPhotoProps) {
  const { name, file, message } = photo;
  return (
    <li className="mb-2 flex items-start gap-2 rounded-md border-l-4 border-danger bg-danger-soft py-1 pl-4">
      <div id={textId} className="min-w-0 flex-1 py-2">
        <p className="truncate text-sm" title={name}>
          {name} <span className="tabular-nums">({formatBytes(file.size)})</span>
        </p>
        <p className="text-sm">{message}</p>
      </div>
      <ActionButton name={`Remove “${name}”`} onPress={onRemove}>
        <TrashIcon />
      </ActionButton>
    </li>
  );
}

const STAGES: Partial<Record<ItemStage, string>> = {
  preparing: "preparing",
  queued: "next",
  retrying: "paused, will continue by itself",
};

const formatStage = ({ stage, sent }: TrayItem) =>
  stage === "sending" ? `${Math.floor(sent * 100)}%` : (STAGES[stage] ?? "ready");

const Blank = () => (
  <span className="grid h-full place-items-center text-grey">
    <CameraIcon className="size-8" />
  </span>
);

interface ActionProps {
  name: string;
  onPress: () => void;
  children: ReactNode;
  disabled?: boolean;
  /** Photo to remove: focus moves here after its neighbour is removed. */
  removes?: string;
}

/** A disabled one keeps its place and focus. */
function ActionButton({ name, onPress, children, disabled = false, removes }: ActionProps) {
  return (
    <button
      type="button"
      aria-label={name}
      title={name}
      aria-disabled={disabled || undefined}
      data-remove={removes}
      onClick={disabled ? undefined : onPress}
      className="grid size-11 shrink-0 cursor-pointer place-items-center rounded-md text-grey hover:bg-sunk hover:text-ink aria-disabled:cursor-default aria-disabled:opacity-40"
    >
      {children}
    </button>
  );
}
