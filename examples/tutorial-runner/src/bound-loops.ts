import { parse } from "@babel/parser";
import type { ParserOptions } from "@babel/parser";

/** The name by which a program asks whether its loop may go on. */
export const turn = "__turn";

const loops = new Set(["WhileStatement", "DoWhileStatement", "ForStatement", "ForOfStatement", "ForInStatement"]);

const grammar: ParserOptions = { sourceType: "module", attachComment: false };

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Has every loop ask at each turn whether it may go on: a program is run while it is being typed, and a loop without an end
 * would take the page around it along. Lines stay where they are. Throws where the source cannot be read.
 */
export function boundLoops(file: string, source: string): string {
  // In a file without JSX, `<T>value` is a type.
  const tree = parse(source, { ...grammar, plugins: file.endsWith(".tsx") ? ["typescript", "jsx"] : ["typescript"] });
  const insertions: { at: number; text: string }[] = [];
  for (const { type, start, end } of bodiesIn(tree.program)) {
    if (type === "BlockStatement") insertions.push({ at: start + 1, text: `${turn}();` });
    else insertions.push({ at: start, text: `{${turn}();` }, { at: end, text: "}" });
  }
  return insertions
    .toSorted((a, b) => b.at - a.at)
    .reduce((text, { at, text: inserted }) => text.slice(0, at) + inserted + text.slice(at), source);
}

function* bodiesIn(node: object): Generator<Node> {
  for (const [name, value] of Object.entries(node)) {
    if (name === "body" && isNode(node) && loops.has(node.type) && isNode(value)) yield value;
    for (const child of Array.isArray(value) ? (value as unknown[]) : [value as unknown])
      if (isNode(child)) yield* bodiesIn(child);
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && "start" in value;
}
