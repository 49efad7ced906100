import type { ChildProcess } from "node:child_process";

/** Of stdout and stderr. */
export function collectLines(child: ChildProcess) {
  const all: string[] = [];
  const watchers = new Set<() => void>();
  let endedStreams = 0;
  const notify = () => {
    for (const watcher of [...watchers]) watcher();
  };
  for (const stream of [child.stdout, child.stderr]) {
    let rest = "";
    stream?.setEncoding("utf8");
    stream?.on("data", (chunk: string) => {
      const parts = (rest + chunk).split("\n");
      rest = parts.pop() ?? "";
      all.push(...parts);
      notify();
    });
    stream?.on("close", () => {
      if (rest !== "") all.push(rest);
      endedStreams += 1;
      notify();
    });
  }
  return {
    all: () => all,
    text: () => all.join("\n"),
    /** First match, now or later; null if the process ends without one. */
    find: (pattern: RegExp) =>
      new Promise<RegExpExecArray | null>((resolve) => {
        const check = () => {
          const hit = all.map((line) => pattern.exec(line)).find((match) => match !== null);
          if (!hit && endedStreams < 2) return;
          watchers.delete(check);
          resolve(hit ?? null);
        };
        watchers.add(check);
        check();
      }),
  };
}
