import { useEffect, useRef } from "react";
import type { Viewport } from "../viewport";
import type { MapView } from "../views.server";

/** A running interactive map. */
export interface LiveMap {
  /** Call it after the server's next drawing is rendered. */
  show(viewport: Viewport): void;
  stop(): void;
}

export interface LiveMapOptions {
  viewport: Viewport;
  /** The map was moved by a gesture. @param viewport as in the address */
  onMove(viewport: string): void;
  /** A mark's link was clicked where the marks are copies, outside of React. */
  onFollow(address: string): void;
  /** URL template with {z}, {x} and {y}; empty without a tile server. */
  tiles: string;
}

/**
 * Makes the drawn map interactive (drag, wheel, touch, keys). The script is loaded after hydration; without it the map
 * works by its links.
 * @returns the ref for the element that holds map and list
 */
export function useLiveMap(view: MapView, callbacks: Pick<LiveMapOptions, "onMove" | "onFollow">) {
  const root = useRef<HTMLDivElement>(null);
  const live = useRef<LiveMap>();
  const latest = useRef({ view, callbacks });
  latest.current = { view, callbacks };
  const tiles = view.tileServer?.url ?? "";
  useEffect(() => {
    let unmounted = false;
    const loading = tiles === "" ? import("./live-map") : import("./leaflet-map");
    loading.then(
      ({ start }) => {
        if (unmounted || root.current === null) return;
        live.current = start(root.current, {
          viewport: latest.current.view.viewport,
          onMove: (viewport) => latest.current.callbacks.onMove(viewport),
          onFollow: (address) => latest.current.callbacks.onFollow(address),
          tiles,
        });
      },
      // Loading failed: the links still move the map.
      () => undefined,
    );
    return () => {
      unmounted = true;
      live.current?.stop();
      live.current = undefined;
    };
  }, [tiles]);
  useEffect(() => live.current?.show(view.viewport), [view]);
  return root;
}
