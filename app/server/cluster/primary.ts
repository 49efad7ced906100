import cluster, { type Worker } from "node:cluster";
import { createServer } from "node:net";
import path from "node:path";
import { env } from "~/env.server";
import { SECOND } from "~/lib/time";
import { logSecurity } from "~/services/log/security-log.server";
import { announce, bind } from "../listen";
import { slotFigures } from "../metrics/slot-figures";
import { acceptWaiting } from "../stop";
import { Answers } from "./answers";
import { Connections } from "./connections";
import { Jobs } from "./jobs";
import { Measures } from "./measures";
import type { FromWorker } from "./messages";
import { Workers } from "./workers";

/** How long handing over the last connections may take, ms. */
const HANDING_OVER = 2 * SECOND;

/**
 * The process above WEB_CONCURRENCY workers. It answers no request: it accepts connections and hands them over, counts
 * what must be counted once, names the worker that does the background jobs, and keeps the workers alive. It loads
 * neither app nor database. SIGTERM and SIGINT stop the site, SIGHUP replaces the workers one by one.
 * @throws EnvError where the port or the host cannot be bound
 */
export async function runPrimary(): Promise<void> {
  const { WEB_CONCURRENCY, MAX_CONNECTIONS } = env();
  const connections = new Connections(MAX_CONNECTIONS);
  const server = createServer({ pauseOnConnect: true, noDelay: true }, (socket) => connections.give(socket));
  const port = await bind(server);
  // Not this process's own file: `npm start` runs the server inside another script.
  cluster.setupPrimary({ exec: path.resolve("build/server.js"), args: [] });
  const workers = watchedWorkers(WEB_CONCURRENCY, connections, new Answers(port));

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    logSecurity("stop", { pid: process.pid });
    // With requests held back workers take the last connections quickly.
    workers.hold();
    await acceptWaiting(server);
    server.close();
    await connections.drained(HANDING_OVER);
    process.exit((await workers.stop()) ? 0 : 1);
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  process.on("SIGHUP", () => void workers.reload());

  const up = await workers.start();
  if (stopping) return;
  if (!up) process.exit(1);
  announce(port, { processes: WEB_CONCURRENCY });
}

function watchedWorkers(count: number, connections: Connections, answers: Answers): Workers {
  const jobs = new Jobs();
  const measures = new Measures(() => slotFigures(answers.slotState()));
  const onMessage = (worker: Worker, message: FromWorker) => {
    if (message.type === "ask") answers.answer(worker, message);
    else if (message.type === "took") connections.took(worker, message.connection, message.accepted);
    else if (message.type === "leave-slot") answers.leaveSlot(worker, message.slot);
    else if (message.type === "look") measures.look(worker, message.id);
    else if (message.type === "figures") measures.hear(worker, message.figures, message.look);
    else if (message.type === "wake-mail") jobs.wakeMail();
    else if (message.type === "turn-over") answers.endTurn(worker);
    else if (message.type === "background-over") jobs.over(worker);
  };
  return new Workers(count, {
    message: onMessage,
    ready(worker) {
      connections.add(worker);
      jobs.add(worker);
      measures.add(worker);
    },
    leaving(worker) {
      jobs.remove(worker);
      return connections.remove(worker);
    },
    gone(worker, clean) {
      connections.lose(worker);
      answers.lose(worker);
      measures.lose(worker, clean);
      jobs.over(worker);
      if (!clean) jobs.sweep();
    },
  });
}
