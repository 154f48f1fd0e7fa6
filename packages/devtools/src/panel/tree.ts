/** A value as a tree whose branches open and close. What is open stays open while the value changes. */
import { childOf, isBranch, keysOf } from "../storage-timeline.ts";
import { element } from "./element.ts";

export interface TreeOptions {
  /** Paths of branches that the user has opened or closed, by keys joined with `/`. */
  readonly open: Map<string, boolean>;
  /** Paths that are marked as changed. */
  readonly changed: ReadonlySet<string>;
}

/** Branches of a list or object are shown in portions of as many. */
export const shownAtOnce = 200;
/** Levels that are open at first. */
const openLevels = 2;

export function treeOf(value: unknown, options: TreeOptions): HTMLElement {
  if (!isBranch(value)) return element("code", { class: "value" }, textOf(value));
  return element("ul", { class: "tree", role: "tree", "aria-label": "Storage" }, ...rowsOf(value, "", 0, options));
}

function rowsOf(branch: object, path: string, level: number, options: TreeOptions): readonly HTMLElement[] {
  const keys = keysOf(branch);
  const rows = keys
    .slice(0, shownAtOnce)
    .map((key) => rowOf(key, childOf(branch, key), path === "" ? key : `${path}/${key}`, level, options));
  if (keys.length > shownAtOnce)
    rows.push(element("li", { class: "more", role: "none" }, `${keys.length - shownAtOnce} more are not shown`));
  return rows;
}

function rowOf(key: string, value: unknown, path: string, level: number, options: TreeOptions): HTMLElement {
  const mark = options.changed.has(path) ? "changed" : undefined;
  const name = element("span", { class: "key" }, key);
  if (!isBranch(value) || keysOf(value).length === 0) {
    const shown = element("code", { class: `value ${typeof value}` }, isBranch(value) ? emptyOf(value) : textOf(value));
    return element("li", { class: mark, role: "treeitem" }, name, shown);
  }
  const isOpen = options.open.get(path) ?? level < openLevels;
  const details = element("details", { open: isOpen });
  const fill = () => {
    if (details.childElementCount === 1)
      details.append(element("ul", { role: "group" }, ...rowsOf(value, path, level + 1, options)));
  };
  details.append(element("summary", {}, name, element("span", { class: "kind" }, kindOf(value))));
  if (isOpen) fill();
  details.addEventListener("toggle", () => {
    options.open.set(path, details.open);
    if (details.open) fill();
  });
  return element("li", { class: mark, role: "treeitem" }, details);
}

function kindOf(branch: object): string {
  const { length } = keysOf(branch);
  return Array.isArray(branch) ? `list of ${length}` : `object of ${length}`;
}

const emptyOf = (branch: object) => (Array.isArray(branch) ? "[]" : "{}");

/** Long texts are cut: the whole is in the message that set it. */
function textOf(value: unknown): string {
  const text = JSON.stringify(value) ?? "undefined";
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}
