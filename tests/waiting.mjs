/**
 * Test files that mostly wait: for a store that is silent, for something that grows old, for the next backup. They have a
 * process of their own beside the others, which would else stand still meanwhile.
 */
export const WAITING = [
  "tests/domain/file-stores.test.ts",
  "tests/web/backup-itself.test.ts",
  "tests/web/edge.test.ts",
  "tests/web/faults-mail.test.ts",
  "tests/web/faults-sockets.test.ts",
  "tests/web/kept-words.test.ts",
  "tests/web/photo-stores.test.ts",
];
