import { checkAnswer, isApi } from "./api-answers";
import { type Answer, type Asked, ask } from "./ask";

export type RawAnswer = Answer;

/** API responses are compared with their declaration. */
export async function rawRequest(url: string, asked: Asked): Promise<RawAnswer> {
  const answer = await ask(url, asked);
  const path = (asked.path ?? "/").replace(/[?#].*$/, "");
  // By Node's parser, before the path was known.
  const unread = answer.headers["x-request-id"] === undefined && answer.body === "";
  if (isApi(path) && !unread) {
    const contentType = answer.headers["content-type"] ?? "";
    await checkAnswer({ method: asked.method ?? "GET", path, status: answer.status, contentType, text: answer.body });
  }
  return answer;
}
