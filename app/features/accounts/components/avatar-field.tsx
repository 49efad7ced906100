import { type FormEvent, useEffect, useState } from "react";
import { Avatar } from "~/ui/avatar";
import { FileField } from "~/ui/uploads/file-field";

/** Choosing one's picture: the present one stands beside the field; with script the chosen one takes its place. */
export function AvatarField({ current }: { current: string }) {
  const [preview, setPreview] = useState<string>();
  useEffect(() => () => URL.revokeObjectURL(preview ?? ""), [preview]);
  const show = ({ target }: FormEvent) => {
    const file = target instanceof HTMLInputElement ? target.files?.[0] : undefined;
    setPreview(file && URL.createObjectURL(file));
  };
  return (
    <div className="flex flex-wrap items-start gap-x-6 gap-y-3" onChange={show}>
      {preview ? (
        <img src={preview} width={96} height={96} alt="Your new avatar" className="size-24 rounded-full object-cover" />
      ) : (
        <Avatar avatar={current} size={96} alt="Your current avatar" />
      )}
      <div className="min-w-0 flex-1 basis-64">
        <FileField name="avatar" label="New profile picture" hint="Shown next to your name." optional />
      </div>
    </div>
  );
}
