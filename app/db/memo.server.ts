import { LRUCache } from "lru-cache";
import { databaseVersion } from "./client.server";
import { prepared } from "./prepared.server";

/**
 * Remembers answers that were read from the database for as long as nobody changes anything in it, for each connection.
 * @param max so many answers; beyond it those go that were not asked for longest
 * @returns gives the answer known by a key, else what `read` returns
 */
export function memoized<Answer extends object | number>(max: number): (key: string, read: () => Answer) => Answer {
  const memo = prepared(() => ({ answers: new LRUCache<string, Answer>({ max }), version: "" }));
  return (key, read) => {
    const version = databaseVersion();
    const own = memo();
    if (version !== own.version) own.answers.clear();
    own.version = version;
    const known = own.answers.get(key);
    if (known !== undefined) return known;
    const answer = read();
    own.answers.set(key, answer);
    return answer;
  };
}
