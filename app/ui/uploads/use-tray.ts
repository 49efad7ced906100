import { useLocation, useRouteLoaderData } from "@remix-run/react";
import { useEffect, useState, useSyncExternalStore } from "react";
import type { PhotoTray, TrayState } from "./tray/photo-tray";

/** What a photo tray should be like. */
export interface TrayWish {
  /** The form's name in what the browser keeps; by default the address of its page. */
  keptAs?: string;
  /** The first photo becomes the cover. */
  cover?: boolean;
}

type Parts = typeof import("./tray/open-tray");

/** An open tray and what draws it. */
export interface OpenTray {
  tray: PhotoTray;
  parts: Parts;
}

const nothing = () => () => {};

/**
 * Opens a photo tray after hydration; its code comes then. Until it is there, or where it cannot come, the file field
 * stands as it is without script.
 * @param wish undefined where no tray is wanted
 */
export function useTray(
  wish: TrayWish | undefined,
  { name, max }: { name: string; max: number },
): { open: OpenTray | undefined; state: TrayState | undefined } {
  const [open, setOpen] = useState<OpenTray>();
  const { pathname } = useLocation();
  const layout = useRouteLoaderData("root") as { person?: { draftKey?: string } | null } | undefined;
  const person = layout?.person?.draftKey;
  const wanted = wish !== undefined;
  const owner = person && `${person} ${wish?.keptAs ?? pathname} ${name}`;
  useEffect(() => {
    if (!wanted) return;
    let left = false;
    let close = () => {};
    import("./tray/open-tray")
      .then(async (parts) => {
        const opened = await parts.openTray({ max, owner });
        close = opened.close;
        if (left) close();
        else setOpen({ tray: opened.tray, parts });
      })
      // The plain field goes on.
      .catch(() => {});
    return () => {
      left = true;
      setOpen(undefined);
      close();
    };
  }, [wanted, owner, max]);
  const state = useSyncExternalStore<TrayState | undefined>(
    open?.tray.subscribe ?? nothing,
    () => open?.tray.state(),
    () => undefined,
  );
  return { open, state };
}
