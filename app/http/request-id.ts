/**
 * The header in which the server hands a request's id on to the app. It is set for every request, over whatever the
 * client sent.
 */
export const REQUEST_ID = "x-request-id";
