// Imported first by whatever starts Node: under an older one SQLite's binding would end the process without a word.
const OLDEST = 22;
const { node } = process.versions;

if (Number.parseInt(node, 10) < OLDEST) {
  process.stderr.write(
    `This is Node ${node}, and Paddock needs ${OLDEST} or newer. The npm commands (npm start, npm test) use the one in node_modules/.bin.\n`,
  );
  process.exit(1);
}
