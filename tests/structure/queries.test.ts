import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, test } from "vitest";
import { READS_NONE } from "~/server/request/address";
import { API_CALLS } from "../support/api-calls";
import { ROUTES } from "../support/route-table";

interface Address {
  /** With something for each parameter. */
  sample: string;
  /** Of its route, and of what only that has beside it. */
  text: string;
}

const sampleOf = (pattern: string) => pattern.replace(/:\w+\??/g, "7");

/** The API's reads, as they are declared. */
const calls = API_CALLS.filter(({ method }) => method === "GET").map(({ pattern, cached, query, perPage }) => ({
  sample: sampleOf(pattern),
  text: `${cached ? "cached: true" : ""} ${query ? "query: " : ""} ${perPage ? "perPage" : ""}`,
}));

const pages = ROUTES.filter(({ path, index }) => index || (path && !path.startsWith("api/v1/"))).map(
  ({ file, path = "" }): Address => {
    const text = readFileSync(`app/${file}`, "utf8");
    const beside = [...text.matchAll(/from "\.\/([^"]+)"/g)].map(([, name]) =>
      readFileSync(`app/${dirname(file)}/${name}.ts`, "utf8"),
    );
    return { sample: sampleOf(`/${path}`), text: [text, ...beside].join("\n") };
  },
);
const addresses: Address[] = [...pages, ...calls];
const readsQuery = ({ text }: Address) => /searchParams|SearchParams|parsePage|perPage|\bquery: /.test(text);
const isListed = ({ sample }: Address) => new RegExp(READS_NONE).test(sample);

describe("an address that reads no query", () => {
  test("reads none indeed", () => {
    const listed = addresses.filter(isListed);
    expect(listed.length).toBeGreaterThan(20);
    expect(listed.filter(readsQuery).map(({ sample }) => sample)).toEqual([]);
  });

  test("is listed, where what it says is for all", () => {
    const forAll = addresses.filter(({ text }) => /cached: true|documentRoute\(/.test(text));
    expect(forAll.length).toBeGreaterThan(20);
    expect(forAll.filter((one) => !readsQuery(one) && !isListed(one)).map(({ sample }) => sample)).toEqual([]);
  });

  test("is known to Varnish by the same expression", () => {
    expect(readFileSync("app/deploy/varnish.vcl", "utf8")).toContain(`"(?i)${READS_NONE.replace(/\/\?\$$/, "/?\\?")}"`);
  });
});
