import type { MapPoint } from "~/lib/geo";
import { toViewport, VIEWPORT, type Viewport } from "./viewport";

/** Numbers of things that are near each other, and the sums of their coordinates. */
export interface Cluster {
  events: number;
  garages: number;
  sumX: number;
  sumY: number;
}

/** A cluster with its position: `x` and `y` in px of the viewport, `at` in map units. */
export type DrawnCluster<T extends Cluster = Cluster> = T & MapPoint & { at: MapPoint };

/** Marks nearer to each other than this are joined, px. */
const MIN_DISTANCE = 46;

const size = ({ events, garages }: Cluster) => events + garages;

function positionOf<T extends Cluster>(cluster: T, viewport: Viewport): DrawnCluster<T> {
  const at = { x: Math.round(cluster.sumX / size(cluster)), y: Math.round(cluster.sumY / size(cluster)) };
  return { ...cluster, at, ...toViewport(viewport, at) };
}

/**
 * Positions clusters in a viewport and joins those that would cover each other, the biggest first. Nothing is counted
 * twice or lost. The joined one stays at the bigger one's position: moved, it might cover a third.
 * @param rest merges the additional members of two clusters
 */
export function joinClusters<T extends Cluster>(
  clusters: readonly T[],
  viewport: Viewport,
  rest: (big: T, small: T) => Omit<T, keyof Cluster>,
): DrawnCluster<T>[] {
  const positioned = clusters
    .filter((cluster) => size(cluster) > 0)
    .map((cluster) => positionOf(cluster, viewport))
    .sort((a, b) => size(b) - size(a) || a.x - b.x || a.y - b.y);
  const marks: DrawnCluster<T>[] = [];
  for (const cluster of positioned) {
    const index = marks.findIndex((mark) => Math.hypot(mark.x - cluster.x, mark.y - cluster.y) < MIN_DISTANCE);
    const mark = marks[index];
    if (mark === undefined) marks.push(cluster);
    else marks[index] = { ...mark, ...rest(mark, cluster), ...merged(mark, cluster) };
  }
  return marks;
}

function merged(a: Cluster, b: Cluster): Cluster {
  return {
    events: a.events + b.events,
    garages: a.garages + b.garages,
    sumX: a.sumX + b.sumX,
    sumY: a.sumY + b.sumY,
  };
}

/** Whether a point is inside the viewport, or at most `px` outside. */
export function isInViewport({ x, y }: MapPoint, px = 0): boolean {
  return x >= -px && y >= -px && x <= VIEWPORT.width + px && y <= VIEWPORT.height + px;
}
