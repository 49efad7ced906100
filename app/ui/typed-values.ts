/** What was typed into a form, by field name; passwords and files excepted. */
export function typedValues(fields: FormData): Record<string, string> {
  return Object.fromEntries(
    [...fields].flatMap(([name, value]) =>
      typeof value === "string" && !/password/i.test(name) ? [[name, value]] : [],
    ),
  );
}
