import type { EntryContext } from "@remix-run/node";
import { decode } from "turbo-stream";
import { describe, expect, it } from "vitest";
import { plainText } from "~/http/page-state.server";
import { drawWithinLimit } from "~/http/refused-page.server";
import type { FormFailure } from "~/lib/forms";
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

describe("the page of a refused form", () => {
  const escaped = (text: string) =>
    text.replace(/[&<>"']/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign] ?? "&#x27;");

  const refusalOf = ({ staticHandlerContext }: EntryContext) =>
    Object.values(staticHandlerContext.actionData ?? {})[0] as FormFailure;

  /** Draws a page with a field for each of these names, in a form behind another one. */
  async function drawn(values: Record<string, string>, names: string[], errors: FormFailure["errors"] = {}, rest = "") {
    const actionData = { page: { message: "No.", errors, values } };
    let written: FormFailure | undefined;
    const page = await drawWithinLimit({ staticHandlerContext: { actionData } } as never, async (shown, data) => {
      written = refusalOf(data);
      const refusal = refusalOf(shown);
      const place = new Map<string, number>();
      const fields = names.map((name) => {
        const at = (place.get(name) ?? 0) + 1;
        place.set(name, at);
        const value = escaped(refusal.values[`${name}-${at}`] ?? refusal.values[name] ?? "");
        if (name === "intent") return '<input type="hidden" name="intent" value="edit"/>';
        return name === "story"
          ? `<textarea name="story">${value}</textarea>`
          : `<input name="${name}" value="${value}"/>`;
      });
      const said = `${Object.values(refusal.errors).join()}${refusal.isCut ? "CUT" : ""}`;
      return Buffer.from(
        `<form><input name="story" value="other"/></form><form><p role="alert">${said}</p>${fields.join("")}</form>${rest}${JSON.stringify(data.staticHandlerContext.actionData)}`,
      );
    });
    return { page: page.toString(), bytes: page.length, written };
  }

  it("says all of it twice where there is room", async () => {
    const { written } = await drawn({ story: "x".repeat(20_000) }, ["story"]);
    expect(written).toEqual({ message: "No.", errors: {}, values: { story: "x".repeat(20_000) } });
  });

  it("leaves to the fields what stands in them, and only that", async () => {
    const story = `<"It's" & ran>\r\n${"名".repeat(11_000)}`;
    const rows = { name: "b", "name-1": "a", "name-2": "b", kind: "k" };
    const { page, written } = await drawn({ story, ...rows }, ["story", "name", "name"]);
    expect(page).toContain(escaped(story));
    expect(written).toMatchObject({ values: { kind: "k" }, inFields: true });
    expect(Object.keys(written?.values ?? {})).toEqual(["kind"]);
  });

  it("leaves out the longest texts first and says so, then messages", async () => {
    const long = { one: "<".repeat(9_000), two: "&".repeat(9_000), three: "名".repeat(5_000), four: "short" };
    const cut = await drawn(long, Object.keys(long));
    expect(cut.bytes).toBeLessThanOrEqual(65_536);
    expect(cut.page).toContain("CUT");
    expect(["one", "two", "three", "four"].map((name) => cut.page.includes(escaped(long[name as "one"])))).toEqual([
      true,
      false,
      true,
      true,
    ]);
    const errors = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`name-${at}`, ["m".repeat(200)]]));
    const told = await drawn(long, Object.keys(long), errors);
    expect(told.bytes).toBeLessThanOrEqual(65_536);
    expect(told.page).toContain("mmm");
    // By its own words the page knows which of its forms that is: without them none would say anything.
    const typed = { ...long, intent: "edit", note: "edit" };
    const { bytes, written } = await drawn(typed, ["intent", "note", ...Object.keys(long)], errors);
    expect(bytes).toBeLessThanOrEqual(65_536);
    expect(written?.values.intent).toBe("edit");
    expect(written?.values.note).not.toBe("edit");
  });

  it("takes nothing away where the rest of the page is too large by itself", async () => {
    const { page } = await drawn({ caption: "Mine" }, ["caption"], { caption: ["No."] }, "photo".repeat(14_000));
    expect(page).toContain('value="Mine"');
    expect(page).toContain(">No.<");
  });
});
