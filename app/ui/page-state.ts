import { type FormFailure, fieldsByName } from "~/lib/forms";

/**
 * The data of a page stands in it as a plain value (`http/page-state.server.ts`); Remix wants it as a turbo-stream, which
 * names every member and every text by a number and so hardly gets smaller on the way.
 */

interface PageContext {
  state?: { actionData?: Record<string, FormFailure | undefined> | null };
  stream?: ReadableStream<Uint8Array>;
}

declare global {
  interface Window {
    __remixContext?: PageContext;
  }
}

/** Gives Remix the data of this page, where it has come as a plain value. */
export function takePageState(): void {
  const context = window.__remixContext;
  if (context?.state === undefined) return;
  for (const answer of Object.values(context.state.actionData ?? {})) {
    if (answer?.inFields) answer.values = { ...textsOfRefusedForm(), ...answer.values };
  }
  const line = new TextEncoder().encode(`${turboLine(context.state)}\n`);
  context.stream = new ReadableStream({
    start(controller) {
      controller.enqueue(line);
      controller.close();
    },
  });
}

/** What the text fields of the form with the error summary came with, as `http/refused-page.server.ts` found it. */
export function textsOfRefusedForm(): Record<string, string> {
  const form = document.querySelector("form [role=alert]")?.closest("form");
  const fields = form?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input, textarea") ?? [];
  const isText = ({ type }: HTMLInputElement | HTMLTextAreaElement) =>
    !/^(hidden|checkbox|radio|file|submit|button|password)$/.test(type);
  return fieldsByName([...fields].filter(isText).map((field) => [field.name, field.defaultValue] as const));
}

const NULL = -5;

/** @param value what JSON can say, an object or a list outside @returns it as the one line of a turbo-stream */
export function turboLine(value: unknown): string {
  const values: unknown[] = [];
  const texts = new Map<string, number>();
  const add = (one: unknown): number => {
    if (one === null) return NULL;
    if (typeof one === "string") {
      const known = texts.get(one);
      if (known !== undefined) return known;
      texts.set(one, values.length);
    }
    const at = values.push(one) - 1;
    if (Array.isArray(one)) values[at] = one.map(add);
    else if (typeof one === "object") {
      values[at] = Object.fromEntries(
        Object.entries(one as object).map(([name, member]) => [`_${add(name)}`, add(member)]),
      );
    }
    return at;
  };
  add(value);
  return JSON.stringify(values);
}
