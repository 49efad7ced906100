// Loaded into each server that tests start, before the app: what a password costs is proved in
// `domain/accounts-input.test.ts`, and paying it for everybody who signs up in a test took a quarter of a minute each time.
const argon2 = require("@node-rs/argon2");

const { hash, verify } = argon2;

/** The same hashes of the cheapest kind; each says in itself what it cost, so that those of others go on working. */
argon2.hash = (password, options) => hash(password, { ...options, memoryCost: 8, timeCost: 1 });

const results = new Map();

/** A question that was asked before, as at many wrong logins, is answered from memory. */
argon2.verify = (passwordHash, password) => {
  const question = `${passwordHash} ${password}`;
  const answer = results.get(question) ?? verify(passwordHash, password);
  results.set(question, answer);
  return answer;
};
