import { decode } from "turbo-stream";
import { describe, expect, it } from "vitest";
import { plainText } from "~/http/page-state.server";
import { turboLine } from "~/ui/page-state";

/** What the browser makes of data that the server has written into a page. */
async function arrived(data: unknown): Promise<unknown> {
  const text = plainText(data);
  if (text === undefined) return undefined;
  const line = turboLine(JSON.parse(text));
  const stream = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(`${line}\n`));
      controller.close();
    },
  });
  return (await decode(stream)).value;
}

describe("data that stands in a page as a plain value", () => {
  it("reaches Remix as it was", async () => {
    const data = {
      loaderData: {
        root: { person: null, social: [] },
        show: { name: "née </script> “_1” 🚗", _1: -5, empty: {}, no: 0 },
      },
      actionData: null,
      rows: [{ name: "name", isOwner: true }, { name: "name", isOwner: false }, ["", null, -7, 1.5]],
    };
    expect(await arrived(data)).toEqual(data);
    expect(plainText(data)).not.toContain("</script");
  });

  it("may lack what is undefined", async () => {
    expect(await arrived({ a: undefined, b: 1 })).toEqual({ b: 1 });
  });

  it.each([
    ["a date", new Date(0)],
    ["a map", new Map()],
    ["a promise", Promise.resolve()],
    ["a big integer", 1n],
    ["no number", Number.NaN],
    ["minus nought", -0],
    ["a gap in a list", [undefined]],
    ["a prototype", JSON.parse('{"__proto__": "x"}')],
  ])("is left to Remix where it holds %s", (_, value) => {
    expect(plainText({ list: [{ value }] })).toBeUndefined();
  });
});
