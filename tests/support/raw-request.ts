import { checkApiResponse, isApi } from "./api-contract";
import { type RawRequest, type RawResponse, sendRaw } from "./raw-http";

export type CheckedResponse = RawResponse;

/** API responses are compared with their declaration. */
export async function rawRequest(url: string, request: RawRequest): Promise<CheckedResponse> {
  const response = await sendRaw(url, request);
  const path = (request.path ?? "/").replace(/[?#].*$/, "");
  // By Node's parser, before the path was known.
  const isUnread = response.headers["x-request-id"] === undefined && response.body === "";
  if (isApi(path) && !isUnread) {
    const contentType = response.headers["content-type"] ?? "";
    await checkApiResponse({
      method: request.method ?? "GET",
      path,
      status: response.status,
      contentType,
      text: response.body,
    });
  }
  return response;
}
