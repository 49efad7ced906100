import { useEffect, useRef } from "react";
import type { Frame } from "../frame";
import type { MapView } from "../views.server";

/** The map under hand. */
export interface LiveMap {
  /** Another answer is drawn. */
  show(frame: Frame): void;
  stop(): void;
}

export interface LiveMapOptions {
  frame: Frame;
  /** Somebody moved the map there; as the address has it. */
  onMove(frame: string): void;
  /** Somebody followed a link on the map that the program draws anew. */
  onFollow(address: string): void;
  /** With {z}, {x} and {y}; empty where we draw the map ourselves. */
  tiles: string;
}

/**
 * Makes a map that is drawn answer to hand, wheel and keys. The script for that comes after the page has come to life;
 * without it the map is what it was, pictures and links.
 * @returns where the answer stands on the page
 */
export function useLiveMap(view: MapView, acts: Pick<LiveMapOptions, "onMove" | "onFollow">) {
  const root = useRef<HTMLDivElement>(null);
  const live = useRef<LiveMap>();
  const latest = useRef({ view, acts });
  latest.current = { view, acts };
  const tiles = view.tileServer?.url ?? "";
  useEffect(() => {
    let left = false;
    const loading = tiles === "" ? import("./live-map") : import("./leaflet-map");
    loading.then(
      ({ start }) => {
        if (left || root.current === null) return;
        live.current = start(root.current, {
          frame: latest.current.view.frame,
          onMove: (frame) => latest.current.acts.onMove(frame),
          onFollow: (address) => latest.current.acts.onFollow(address),
          tiles,
        });
      },
      // Not to be had: links move the map all the same.
      () => undefined,
    );
    return () => {
      left = true;
      live.current?.stop();
      live.current = undefined;
    };
  }, [tiles]);
  useEffect(() => live.current?.show(view.frame), [view]);
  return root;
}
