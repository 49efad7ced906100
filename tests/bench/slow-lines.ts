/** A line and a processor, as the browser's developer tools slow them down. */
export interface Line {
  name: string;
  /** Downwards and upwards, kbit/s. */
  down: number;
  up: number;
  /** Added to each request, ms. */
  latency: number;
  /** How many times slower the processor is. */
  slowdown: number;
}

export const SLOW_4G: Line = {
  name: "1.6 Mbit/s, 150 ms, processor × 4",
  down: 1600,
  up: 750,
  latency: 150,
  slowdown: 4,
};
export const SLOW_3G: Line = {
  name: "400 kbit/s, 400 ms, processor × 4",
  down: 400,
  up: 400,
  latency: 400,
  slowdown: 4,
};
