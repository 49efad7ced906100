import { useEffect, useRef } from "react";
import type { Viewport } from "../viewport";
import type { MapView } from "../views.server";

/** The map under hand. */
export interface LiveMap {
  /** Another answer is drawn. */
  show(viewport: Viewport): void;
  stop(): void;
}

export interface LiveMapOptions {
  viewport: Viewport;
  /** Somebody moved the map there; as the address has it. */
  onMove(viewport: string): void;
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
          viewport: latest.current.view.viewport,
          onMove: (viewport) => latest.current.acts.onMove(viewport),
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
  useEffect(() => live.current?.show(view.viewport), [view]);
  return root;
}
