import { LRUCache } from "lru-cache";
import { publicVersion } from "./client.server";
import { prepared } from "./prepared.server";

/**
 * Caches values made of what everybody may see until that changes, per connection (LRU).
 * @param max number of entries
 * @returns gives the cached value of a key, else what `read` returns
 */
export function memoized<Answer extends object | number>(max: number): (key: string, read: () => Answer) => Answer {
  const memo = prepared(() => ({ answers: new LRUCache<string, Answer>({ max }), version: -1 }));
  return (key, read) => {
    const version = publicVersion();
    const own = memo();
    if (version !== own.version) own.answers.clear();
    own.version = version;
    const cached = own.answers.get(key);
    if (cached !== undefined) return cached;
    const answer = read();
    own.answers.set(key, answer);
    return answer;
  };
}
