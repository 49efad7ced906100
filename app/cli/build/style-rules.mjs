// The style sheets as data: from it the server picks the rules that a page uses (app/server/cache/critical-css.ts).
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { selectorNeeds } from "./selector-needs.mjs";
import { BuildError, tool } from "./tools.mjs";

/**
 * Writes `style-rules.json` into the build of `folder`: every style sheet by its address, as the nodes that
 * `app/server/cache/critical-css.ts` describes.
 * @throws BuildError where a sheet cannot stand inside a page
 */
export async function writeStyleRules(folder) {
  const assets = path.join(folder, "client", "assets");
  const sheets = {};
  for (const name of readdirSync(assets).filter((file) => file.endsWith(".css"))) {
    const css = readFileSync(path.join(assets, name), "utf8");
    // Addresses in a sheet are relative to it, so it would not find its pictures from inside a page: it stays a file.
    if (/url\((?!["']?(?:data:|\/|#))/.test(css)) continue;
    if (/<\/style/i.test(css)) throw new BuildError(`${name} would end the style element that it stands in`);
    sheets[`/assets/${name}`] = await styleNodes(css);
  }
  writeFileSync(path.join(folder, "style-rules.json"), JSON.stringify(sheets));
}

/** A style sheet as nodes. @throws BuildError where it holds more than plain rules and groups of them */
export async function styleNodes(css) {
  const { parse } = await tool("postcss");
  const root = parse(css);
  return [...layerOrder(root), ...nodesOf(root)];
}

/** The layers in their order, said first: a page may use no rule of an earlier layer. */
function layerOrder(root) {
  const names = new Set();
  root.walkAtRules("layer", ({ params }) => {
    for (const name of params.split(",")) names.add(name.trim());
  });
  return names.size > 0 ? [`@layer ${[...names].join(",")};`] : [];
}

function nodesOf(parent) {
  return parent.nodes.flatMap((node) => {
    if (node.type === "comment") return [];
    if (node.type === "rule") return [ruleOf(node)];
    if (node.type !== "atrule") throw new BuildError(`a style sheet has a ${node.type} where a rule belongs`);
    const head = `@${node.name}${node.params === "" ? "" : ` ${node.params}`}`;
    // Without a block: an order of layers, which stands in front already.
    if (node.nodes === undefined) return node.name === "layer" ? [] : [`${head};`];
    if (["layer", "media", "supports", "container"].includes(node.name)) return [{ head, nodes: nodesOf(node) }];
    const text = `${head}{${node.nodes.join(";")}}`;
    if (node.name === "property") return [{ property: node.params, text }];
    if (/keyframes$/.test(node.name)) return [{ animation: node.params, text: `${head}{${node.nodes.join("")}}` }];
    return [text];
  });
}

function ruleOf(rule) {
  const declarations = rule.nodes.map((node) => {
    if (node.type !== "decl")
      throw new BuildError(`the rule ${rule.selector} holds a ${node.type}: only plain rules can`);
    return [node.prop, `${node.value}${node.important ? "!important" : ""}`];
  });
  return { selectors: rule.selectors.map((text) => [text, ...selectorNeeds(text)]), declarations };
}
