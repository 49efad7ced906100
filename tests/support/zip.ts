import { strFromU8, unzipSync } from "fflate";

/** By path, from the central directory, as archive programs read it. */
export interface Archive {
  names: string[];
  bytes(name: string): Uint8Array;
  text(name: string): string;
}

export function openArchive(bytes: Uint8Array): Archive {
  const files = unzipSync(bytes);
  const get = (name: string) => {
    const file = files[name];
    if (!file) throw new Error(`the archive has no ${name}, only ${Object.keys(files).join(", ")}`);
    return file;
  };
  return { names: Object.keys(files), bytes: get, text: (name) => strFromU8(get(name)) };
}

export const readArchive = async (zip: ReadableStream<Uint8Array>): Promise<Archive> =>
  openArchive(new Uint8Array(await new Response(zip).arrayBuffer()));
