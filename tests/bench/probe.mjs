// Loaded before a server that is measured (`node --import`): answers questions about its own process over IPC. Where the
// server forks workers they load it too; their channel is their primary's, so there it keeps quiet.
import cluster from "node:cluster";
import Database from "better-sqlite3";

const answers = {
  /** Processor time so far, all threads, ms. */
  cpu() {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },
  /** Memory that the process holds, bytes. */
  memory: () => process.memoryUsage.rss(),
  /** The SQL statements since the last time that this was asked; counting starts with the first time. */
  statements() {
    countStatements();
    return statements.splice(0);
  },
  /** Ends counting, which costs time and memory. */
  uncount() {
    for (const [name, method] of methods) prototypeOfStatements()[name] = method;
    methods.clear();
    statements.length = 0;
  },
};

// What a script of the bench can be asked beside these.
globalThis.benchAnswers = answers;

if (cluster.isPrimary) listen();

function listen() {
  process.on("message", ({ bench, id, what, args }) => {
    if (!bench) return;
    Promise.resolve()
      .then(() => answers[what](...args))
      .then(
        (value) => process.send({ id, value }),
        (error) => process.send({ id, error: String(error?.stack ?? error) }),
      );
  });
  process.on("disconnect", () => process.exit());
  process.channel?.unref();
}

const statements = [];
/** The methods of a statement as they were before counting. */
const methods = new Map();

function prototypeOfStatements() {
  const memory = new Database(":memory:");
  const prototype = Object.getPrototypeOf(memory.prepare("SELECT 1"));
  memory.close();
  return prototype;
}

function countStatements() {
  if (methods.size > 0) return;
  const prototype = prototypeOfStatements();
  for (const name of ["run", "get", "all", "iterate"]) {
    const method = prototype[name];
    methods.set(name, method);
    prototype[name] = function (...args) {
      statements.push(this.source);
      return method.apply(this, args);
    };
  }
}
