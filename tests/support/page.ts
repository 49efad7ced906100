import { type HTMLElement, parse } from "node-html-parser";

export class HtmlPage {
  readonly root: HTMLElement;

  constructor(html: string) {
    this.root = parse(html);
  }

  /** First match, white space collapsed; else "". */
  text(selector = "body"): string {
    return clean(this.root.querySelector(selector)?.text ?? "");
  }

  texts(selector: string): string[] {
    return this.root.querySelectorAll(selector).map((element) => clean(element.text));
  }

  get title(): string {
    return this.text("title");
  }

  get heading(): string {
    return this.text("h1");
  }

  get alerts(): string[] {
    return this.texts("main [role=alert], [role=alert]").map((text) => text.replace(/^There is a problem/, ""));
  }

  /** Such as toasts. */
  get notices(): string[] {
    return this.texts("[role=status]").filter((text) => text !== "");
  }

  fieldError(name: string): string {
    return this.text(`#field-${name}-error`);
  }

  value(name: string): string | undefined {
    const field = this.root.querySelector(`[name="${name}"]`);
    if (!field) return undefined;
    if (field.getAttribute("type") === "radio")
      return this.root.querySelector(`[name="${name}"][checked]`)?.getAttribute("value") ?? "";
    if (field.tagName === "TEXTAREA") return field.text.replace(/^\n/, "");
    if (field.tagName !== "SELECT") return field.getAttribute("value") ?? "";
    const option = field.querySelector("option[selected]") ?? field.querySelector("option");
    return option?.getAttribute("value") ?? option?.text;
  }

  get fields(): string[] {
    const names = this.attributes("main [name]", "name");
    return [...new Set(names)];
  }

  attribute(selector: string, name: string): string | undefined {
    return this.root.querySelector(selector)?.getAttribute(name);
  }

  /** Of all matches; "" if missing. */
  attributes(selector: string, name: string): string[] {
    return this.root.querySelectorAll(selector).map((element) => element.getAttribute(name) ?? "");
  }

  /** With this whole text, or matching it. */
  link(text: string | RegExp): string | undefined {
    const anchor = this.root.querySelectorAll("a").find((link) => {
      const label = clean(link.text) || (link.getAttribute("aria-label") ?? "");
      return typeof text === "string" ? label === text : text.test(label);
    });
    return anchor?.getAttribute("href");
  }

  get links(): string[] {
    return this.attributes("a[href]", "href");
  }
}

const clean = (text: string): string => text.replace(/\s+/g, " ").trim();
