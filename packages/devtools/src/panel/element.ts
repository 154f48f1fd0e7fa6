/** Elements of the panel, without a framework: it has to fit any page. */

export type Child = Node | string | undefined;

/** ElementAttributes; those that begin with `on` are listeners, and `undefined` and `false` are left out. */
export type ElementAttributes = Readonly<
  Record<string, string | number | boolean | undefined | ((event: never) => void)>
>;

/** Creates an element with attributes, listeners and children. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: ElementAttributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const created = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") created.addEventListener(key.slice(2), value as (event: Event) => void);
    else if (value !== undefined && value !== false) created.setAttribute(key, value === true ? "" : String(value));
  }
  created.append(...children.filter((child) => child !== undefined));
  return created;
}

/** The time of day, with milliseconds, in the language of the page. */
export function timeOf(at: number): string {
  return new Date(at).toLocaleTimeString(undefined, {
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    fractionalSecondDigits: 3,
    hourCycle: "h23",
  });
}

/** A value as indented JSON. */
export const json = (value: unknown) => element("pre", {}, JSON.stringify(value, null, 2) ?? "undefined");

/** What is said where there is nothing. */
export const empty = (text: string) => element("p", { class: "empty" }, text);

/** The head of a table. */
export const headOf = (titles: readonly string[]) =>
  element("thead", {}, element("tr", {}, ...titles.map((title) => element("th", { scope: "col" }, title))));
