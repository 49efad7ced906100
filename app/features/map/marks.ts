import type { MapPoint } from "~/lib/geo";
import { toViewport, VIEWPORT, type Viewport } from "./viewport";

/** Things that are near each other in a view. */
export interface Cluster {
  events: number;
  garages: number;
  sumX: number;
  sumY: number;
}

/** A cluster where it is drawn, px of the viewport. */
export type DrawnCluster<T extends Cluster = Cluster> = T & MapPoint & { at: MapPoint };

/** Marks nearer than this would cover each other, px. */
const ROOM = 46;

const size = ({ events, garages }: Cluster) => events + garages;

function drawn<T extends Cluster>(cluster: T, viewport: Viewport): DrawnCluster<T> {
  const at = { x: Math.round(cluster.sumX / size(cluster)), y: Math.round(cluster.sumY / size(cluster)) };
  return { ...cluster, at, ...toViewport(viewport, at) };
}

/**
 * Draws clusters in a viewport and joins those that would cover each other, the biggest first: nothing is counted twice
 * and nothing is lost. The joined one stays where the bigger one is: moved, it might cover a third.
 * @param rest joins what the clusters carry besides
 */
export function joinClusters<T extends Cluster>(
  clusters: readonly T[],
  viewport: Viewport,
  rest: (big: T, small: T) => Omit<T, keyof Cluster>,
): DrawnCluster<T>[] {
  const waiting = clusters
    .filter((cluster) => size(cluster) > 0)
    .map((cluster) => drawn(cluster, viewport))
    .sort((a, b) => size(b) - size(a) || a.x - b.x || a.y - b.y);
  const marks: DrawnCluster<T>[] = [];
  for (const cluster of waiting) {
    const near = marks.findIndex((mark) => Math.hypot(mark.x - cluster.x, mark.y - cluster.y) < ROOM);
    const mark = marks[near];
    if (mark === undefined) marks.push(cluster);
    else marks[near] = { ...mark, ...rest(mark, cluster), ...counted(mark, cluster) };
  }
  return marks;
}

function counted(a: Cluster, b: Cluster): Cluster {
  return {
    events: a.events + b.events,
    garages: a.garages + b.garages,
    sumX: a.sumX + b.sumX,
    sumY: a.sumY + b.sumY,
  };
}

/** Whether it is drawn at all; with a margin of `px` around. */
export function isInViewport({ x, y }: MapPoint, px = 0): boolean {
  return x >= -px && y >= -px && x <= VIEWPORT.width + px && y <= VIEWPORT.height + px;
}
