// Loaded into a measured server (`node --import`): sends the SQL statements since the last request over IPC; the first
// request starts the count. Workers load it too, but their channel is their primary's, so there it sends nothing.
import cluster from "node:cluster";
import Database from "better-sqlite3";

const statements = [];
let counting = false;

function count() {
  counting = true;
  const memory = new Database(":memory:");
  const prototype = Object.getPrototypeOf(memory.prepare("SELECT 1"));
  memory.close();
  for (const name of ["run", "get", "all", "iterate"]) {
    const method = prototype[name];
    prototype[name] = function (...args) {
      statements.push(this.source);
      return method.apply(this, args);
    };
  }
}

if (cluster.isPrimary) {
  process.on("message", (word) => {
    if (word !== "statements") return;
    if (!counting) count();
    process.send(statements.splice(0));
  });
  process.on("disconnect", () => process.exit());
  process.channel?.unref();
}
