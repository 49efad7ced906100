import type { ChildProcess } from "node:child_process";

/** Of stdout and stderr. */
export function lines(child: ChildProcess) {
  const all: string[] = [];
  const watchers = new Set<() => void>();
  let ended = 0;
  const wake = () => {
    for (const watcher of [...watchers]) watcher();
  };
  for (const stream of [child.stdout, child.stderr]) {
    let rest = "";
    stream?.setEncoding("utf8");
    stream?.on("data", (chunk: string) => {
      const parts = (rest + chunk).split("\n");
      rest = parts.pop() ?? "";
      all.push(...parts);
      wake();
    });
    stream?.on("close", () => {
      if (rest !== "") all.push(rest);
      ended += 1;
      wake();
    });
  }
  return {
    all: () => all,
    text: () => all.join("\n"),
    /** First match, now or later; null if the process ends without one. */
    find: (pattern: RegExp) =>
      new Promise<RegExpExecArray | null>((resolve) => {
        const look = () => {
          const hit = all.map((line) => pattern.exec(line)).find((match) => match !== null);
          if (!hit && ended < 2) return;
          watchers.delete(look);
          resolve(hit ?? null);
        };
        watchers.add(look);
        look();
      }),
  };
}
