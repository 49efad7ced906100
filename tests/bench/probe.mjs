// Loaded before a server that is measured (`node --import`): tells over IPC which SQL statements there were since it was
// asked last; counting starts with the first time. Workers load it too; their channel is their primary's, so there it
// keeps quiet.
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
