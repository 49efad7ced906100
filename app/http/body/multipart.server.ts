import { setImmediate as nextTurn } from "node:timers/promises";
// Pinned to 0.7 and 0.8: later versions hold each part in memory until complete.
import { FileUpload } from "@mjackson/form-data-parser";
import { getMultipartBoundary, type MultipartPart, parseMultipart } from "@mjackson/multipart-parser";
import { DomainError } from "~/lib/errors";
import { fieldsByName, type UploadedFile } from "~/lib/forms";
import { groupBy } from "~/lib/rows";
import { isUtf8Label, readUtf8 } from "~/lib/utf8";
import type { MultipartFiles } from "~/services/uploads/multipart-files.server";
import { trimMultipart } from "./multipart-frame.server";
import { BODY_LIMITS, checkFieldCount, limitedChunks, MAX_FILE_PARTS, notUtf8, tooLarge, wrongCharset } from "./rules";

export interface RequestBody {
  /** For repeated names see `fieldsByName`. */
  values: Record<string, unknown>;
  /** By field name, in the chosen order, without empty file inputs. */
  files: Record<string, UploadedFile[]>;
}

/**
 * Reads text into memory, files into `storage`. If the storage fails, the text is still read.
 * @param max bytes of the whole body
 * @param storage without it files are discarded
 * @throws DomainError too_large, invalid; unsupported for text that is not UTF-8; other errors if the body is not
 *   multipart or breaks off
 */
export async function readMultipart(request: Request, max: number, storage?: MultipartFiles): Promise<RequestBody> {
  const fields: [name: string, value: string][] = [];
  const files: { field: string; file: UploadedFile }[] = [];
  let fileBytes = 0;
  let writes = Promise.resolve();
  const append = (file: UploadedFile, bytes: Uint8Array) => {
    fileBytes += bytes.byteLength;
    writes = writes.then(() => storage?.append(file, bytes));
  };
  const takeFile = async (upload: FileUpload) => {
    const file = { filename: upload.name, path: "", size: 0 };
    files.push({ field: upload.fieldName ?? "", file });
    // Without a file name it is an empty file input.
    if (file.filename !== "") append(file, new Uint8Array());
    for await (const bytes of upload.stream()) if (bytes.byteLength > 0) append(file, bytes);
  };
  const takePart = async (part: MultipartPart) => void fields.push([part.name!, await textOf(part)]);
  const boundary = getMultipartBoundary(request.headers.get("content-type") ?? "");
  if (!boundary) throw new Error("multipart body without a boundary");
  /** As fast as the files are written: the parser does not wait for a slow disk. */
  async function* pacedChunks() {
    let receivedBytes = 0;
    const trim = trimMultipart(boundary!);
    for await (const chunk of limitedChunks(request.body, max)) {
      receivedBytes += chunk.byteLength;
      try {
        const bytes = trim(chunk);
        if (bytes.byteLength > 0) yield bytes;
      } finally {
        // Now all bytes of the chunk have reached `append`.
        await nextTurn();
        await writes;
      }
      if (receivedBytes - fileBytes > BODY_LIMITS.textBesideFiles) throw tooLarge();
    }
  }
  await parseMultipart(pacedChunks(), { boundary }, (part) => {
    if (!part.name) return undefined;
    if (!part.isFile) return takePart(part);
    if (files.length === MAX_FILE_PARTS) throw new DomainError("invalid", "Too many files were sent at once.");
    return takeFile(new FileUpload(part));
  });
  await writes.then(() => storage?.finish());
  checkFieldCount(fields.length);
  const uploads = groupBy(
    files.filter(({ file }) => file.path !== ""),
    ({ field }) => field,
  );
  const byField = [...uploads].map(([field, parts]) => [field, parts.map(({ file }) => file)]);
  return { values: fieldsByName(fields), files: Object.fromEntries(byField) };
}

/** @throws DomainError invalid; unsupported if not UTF-8 */
async function textOf(part: MultipartPart): Promise<string> {
  if (!isUtf8Label(part.headers.contentType.charset ?? "utf-8")) throw wrongCharset();
  const text = readUtf8(await part.bytes());
  // The parser puts replacement characters into an invalid name.
  if (text === undefined || part.name?.includes("\ufffd")) throw notUtf8();
  return text;
}
