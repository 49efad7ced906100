// These stay at 0.7 and 0.8 on purpose: later ones hold every part in memory until the part is whole; these hand a file
// over as a stream while it comes. `parseFormData` itself would read a part's text in whatever charset it is.
import { FileUpload } from "@mjackson/form-data-parser";
import { type MultipartPart, parseMultipartRequest } from "@mjackson/multipart-parser";
import { DomainError } from "~/lib/errors";
import { fieldsByName, type UploadedFile } from "~/lib/forms";
import { groupBy } from "~/lib/rows";
import { isUtf8Label, readUtf8 } from "~/lib/utf8";
import type { UploadWriter } from "~/services/uploads/upload-writer.server";
import { BODY_LIMITS, checkFieldCount, MAX_FILE_PARTS, notUtf8, tooLarge, wrongCharset } from "./rules";

/** A body that has been read. */
export interface RequestBody {
  /** Fields by name; of several with one name see `fieldsByName`. */
  values: Record<string, unknown>;
  /** Chosen files by field name, in the order they were chosen; empty file inputs are left out. */
  files: Record<string, UploadedFile[]>;
}

/**
 * Reads a multipart body: text into memory, files to where `writer` writes them. When it breaks off, nothing is left of
 * it: neither a file nor anybody who waits for the rest of one.
 * @param max bytes of the whole body
 * Where the disk takes no file, the texts are read all the same: see `writer.diskFailure`.
 * @param storeFiles otherwise what comes as a file is read and forgotten
 * @throws DomainError too_large, invalid; unsupported for text in another charset than UTF-8; what else is thrown makes no
 *   sense as a multipart body or is the disk's fault
 */
export async function readMultipart(
  request: Request,
  max: number,
  { writer, storeFiles }: { writer: UploadWriter; storeFiles: boolean },
): Promise<RequestBody> {
  const files: { field: string; file: UploadedFile | null; at: number }[] = [];
  const fields: [name: string, value: string][] = [];
  let count = 0;
  const takeFile = async (file: FileUpload) => {
    const at = count++;
    if (count > MAX_FILE_PARTS) writer.fail(new DomainError("invalid", "Too many files were sent at once."));
    else if (!storeFiles) await writer.pass(file.stream());
    else files.push({ field: file.fieldName ?? "", file: await writer.receive(file.name, file.stream()), at });
  };
  const takePart = async (part: MultipartPart) => {
    if (!part.name) return;
    if (part.isFile) await takeFile(new FileUpload(part));
    else fields.push([part.name, await textOf(part)]);
  };
  try {
    await parseMultipartRequest(paced(request, max, writer), takePart);
    checkFieldCount(fields.length);
    return { values: fieldsByName(fields), files: byField(files.sort((a, b) => a.at - b.at)) };
  } catch (error) {
    await writer.drop();
    throw error;
  }
}

/** @throws DomainError invalid, unsupported where it is no UTF-8, by what it says of itself or by its bytes */
async function textOf(part: MultipartPart): Promise<string> {
  if (!isUtf8Label(part.headers.contentType.charset ?? "utf-8")) throw wrongCharset();
  const text = readUtf8(await part.bytes());
  // The parser has put replacement characters into the name.
  if (text === undefined || part.name?.includes("\ufffd")) throw notUtf8();
  return text;
}

function byField(files: { field: string; file: UploadedFile | null }[]): RequestBody["files"] {
  const fields = groupBy(files, ({ field }) => field);
  const chosen = [...fields].map(([field, parts]) => [field, parts.flatMap(({ file }) => file ?? [])] as const);
  return Object.fromEntries(chosen.filter(([, those]) => those.length > 0));
}

/**
 * The request with a body that comes only as fast as its files are written. The parser hands on whatever it gets and
 * waits for nobody, so what was received and is not yet written is bounded here; once every file has been written as
 * far as it came, the rest is text, which is bounded too. Whatever breaks off here leaves the rest of the body unread
 * and the connection open, so that the response arrives.
 */
function paced(request: Request, max: number, writer: UploadWriter): Request {
  if (request.body === null) return request;
  const reader: ReadableStreamDefaultReader<Uint8Array> = request.body.getReader();
  let received = 0;
  const holdsTooMuch = () => received - writer.taken > BODY_LIMITS.textBesideFiles;
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    if (holdsTooMuch()) await writer.settled();
    if (writer.failure !== undefined) return controller.error(writer.failure);
    if (holdsTooMuch()) return controller.error(tooLarge());
    const { done, value } = await reader.read();
    if (done) return controller.close();
    received += value.byteLength;
    if (received > max) controller.error(tooLarge());
    else controller.enqueue(value);
  };
  // Nothing is read ahead: when more is asked for, all before it has been parsed.
  const body = new ReadableStream<Uint8Array>({ pull }, { highWaterMark: 0 });
  const { url, method } = request;
  const headers = new Headers(request.headers);
  // The parser knows the type in small letters only, and would let others be buffered.
  const type = headers.get("content-type") ?? "";
  headers.set("content-type", type.replace(/^\s*multipart\/form-data/i, "multipart/form-data"));
  return new Request(url, { method, headers, body, duplex: "half" } as RequestInit);
}
