/** Pseudo-elements of the one kind of field that has them. */
const OF_FIELDS = {
  "type=file": /^::file-selector-button$/,
  "type=search": /^::-webkit-search-/,
  "type=date": /^::-webkit-(?:date|calendar)/,
};

/**
 * What must be in a page for a selector to match anything there: class names (".name"), ids ("#name"), element names
 * and kinds of fields ("type=date", also for other points in time).
 * Attributes and pseudo-classes are taken as possibly matching, so that what changes without script (`:hover`, `[open]`,
 * `:target`, `:has(…)`) has its rules.
 * @param {string} selector one complex selector, without a list at its top
 * @returns {string[]}
 */
export function selectorNeeds(selector) {
  const needs = new Set();
  let at = 0;
  /** A name with its escapes resolved. */
  const name = () => {
    let text = "";
    for (;;) {
      const [, escaped, plain] = /^(?:\\([0-9a-f]{1,6}\s?|.)|([\w\-\u0080-\uffff]))/i.exec(selector.slice(at)) ?? [];
      if (escaped === undefined && plain === undefined) return text;
      at += plain === undefined ? escaped.length + 1 : 1;
      if (plain !== undefined) text += plain;
      else text += /^[0-9a-f]/i.test(escaped) ? String.fromCodePoint(Number.parseInt(escaped, 16)) : escaped;
    }
  };
  while (at < selector.length) {
    const sign = selector[at];
    if (sign === "." || sign === "#") {
      at++;
      needs.add(sign + name());
    } else if (sign === "[") {
      at = endOf(selector, at);
    } else if (sign === ":") {
      const [pseudo] = /^::?[\w-]+/.exec(selector.slice(at));
      at += pseudo.length;
      for (const [field, pattern] of Object.entries(OF_FIELDS)) if (pattern.test(pseudo)) needs.add(field);
      if (selector[at] === "(") {
        const inner = selector.slice(at + 1, endOf(selector, at) - 1);
        at += inner.length + 2;
        // Of several alternatives none is needed by itself.
        const isPlain = (pseudo === ":where" || pseudo === ":is") && !inner.includes(",");
        if (isPlain) for (const need of selectorNeeds(inner)) needs.add(need);
      }
    } else {
      const element = name();
      if (element !== "") needs.add(element.toLowerCase());
      else at++;
    }
  }
  return [...needs];
}

/** Behind the bracket or parenthesis that opens at `start`. */
function endOf(selector, start) {
  let depth = 0;
  for (let at = start; at < selector.length; at++) {
    const sign = selector[at];
    if (sign === "\\") at++;
    else if (sign === '"' || sign === "'") at = selector.indexOf(sign, at + 1);
    else if (sign === "(" || sign === "[") depth++;
    else if ((sign === ")" || sign === "]") && --depth === 0) return at + 1;
  }
  throw new Error(`nothing closes what opens in ${selector}`);
}
