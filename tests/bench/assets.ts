import { readFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, brotliDecompressSync } from "node:zlib";
import { HtmlPage } from "../support/page";
import { BROWSER, Connection, headerOf, request } from "./connection";
import type { Measured } from "./measured";

/** A page as a visitor's browser gets it. */
export interface Fetched {
  html: string;
  page: HtmlPage;
  /** On the way, compressed. */
  bytes: number;
  etag: string;
}

/** Asks for a page as a browser does. */
export async function fetchPage(server: Measured, address: string): Promise<Fetched> {
  const connection = await Connection.open(server.port);
  const reply = await connection.ask(request(address, { headers: BROWSER }));
  connection.close();
  const plain = headerOf(reply, "content-encoding") === "br" ? brotliDecompressSync(reply.body) : reply.body;
  const html = plain.toString();
  return { html, page: new HtmlPage(html), bytes: reply.body.length, etag: headerOf(reply, "etag") ?? "" };
}

/** Bytes of a built asset on the way: what the build has compressed, or what it would be. */
export function assetBytes(address: string): number {
  const file = path.join("build/client", address);
  try {
    return readFileSync(`${file}.br`).length;
  } catch {
    return brotliCompressSync(readFileSync(file)).length;
  }
}

/** The style sheets that a page waits for. */
export function styleSheets({ page }: Fetched): string[] {
  return page.root
    .querySelectorAll("link[rel=stylesheet]")
    .filter((link) => !/^print$/.test(link.getAttribute("media") ?? ""))
    .map((link) => link.getAttribute("href") ?? "");
}
