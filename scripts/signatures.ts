/**
 * The signatures of what the packages export that reference pages describe. Those of the official packages are read from their type
 * declarations: names, parameters and types, and nothing else of them. Those of Weft's own packages come from their sources.
 */
import { readFileSync, readdirSync } from "node:fs";
import { parseSync } from "rolldown/utils";
import { describePackage } from "./declarations.ts";
import { published } from "./published-packages.ts";

/** Reference pages of the official packages, with the packages in the order in which a name is looked up. */
const packages: Readonly<Record<string, readonly string[]>> = {
  "weft-react-tiptap": ["@liveblocks/react-tiptap"],
  "weft-react-blocknote": ["@liveblocks/react-blocknote"],
  "weft-react-lexical": ["@liveblocks/react-lexical"],
};

/** Whose members a page describes under headings that name the member alone. */
const owners = ["Weft", "Client", "Room", "RoomCommentsApi", "InboxApi", "WeftYjsProvider", "MemoryServer"];

/** By page, then by heading: of a function `useStorage`, of a member under the heading of its class `LiveObject > get`. */
export type Signatures = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The signatures of what the reference pages in `pages` have headings for. */
export function readSignatures(modules: string, pages: string): Signatures {
  const own = published.map((name) => [`weft-${name}`, [ownSignatures(name)]] as const);
  const official = Object.entries(packages).map(([page, names]) => {
    const found = new Map<string, string>();
    for (const name of names)
      for (const file of declarationsIn(`${modules}/${name}/dist`)) collect(readFileSync(file, "utf8"), found);
    return [page, [found]] as const;
  });
  return Object.fromEntries(
    [...own, ...official].map(([page, found]) => {
      const all = new Map(found.flatMap((signatures) => [...signatures]));
      const headings = headingsOf(readFileSync(`${pages}/${page}.mdx`, "utf8"));
      const shown = headings.flatMap(({ above, title }) => {
        const text =
          all.get(`${above}.${title}`) ??
          all.get(title) ??
          owners.map((owner) => all.get(`${owner}.${title}`)).find((member) => member !== undefined);
        return text === undefined ? [] : [[above === "" ? title : `${above} > ${title}`, text] as const];
      });
      return [page, Object.fromEntries(shown)];
    }),
  );
}

/** Of functions, and of the methods of classes and interfaces as `Class.method`. */
function ownSignatures(name: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const [main] = describePackage(name);
  for (const { name: exported, kind, signature, aliasOf } of main!.names) {
    if (aliasOf !== undefined) continue;
    if (/^(class|interface)$/u.test(kind)) methodsOf(exported, signature, found);
    else if (/^(function|hook|component)$/u.test(kind)) found.set(exported, signature);
  }
  return found;
}

function methodsOf(owner: string, signature: string, found: Map<string, string>): void {
  for (const [member, name] of signature.matchAll(/^ {2}(?:static )?(\w+)[<(](?:.*;$|[\s\S]*?^ {2}\S.*;$)/gmu)) {
    const text = member.replaceAll(/^ {2}/gmu, "");
    const key = `${owner}.${name}`;
    found.set(key, found.has(key) ? `${found.get(key)}\n${text}` : text);
  }
}

/** The names among the headings of a page, each with the heading of level 2 above it. */
function headingsOf(source: string): readonly { readonly above: string; readonly title: string }[] {
  let above = "";
  return [...source.replaceAll(/^```[\s\S]*?^```$/gmu, "").matchAll(/^(##|###) (\w+|.*)$/gmu)].map(
    ([, marks, title]) => {
      const heading = { above: marks === "##" ? "" : above, title: title! };
      if (marks === "##") above = title!;
      return heading;
    },
  );
}

function declarationsIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(".d.ts") && !file.startsWith("_"))
    .toSorted((a, b) => Number(a === "suspense.d.ts") - Number(b === "suspense.d.ts"))
    .map((file) => `${folder}/${file}`);
}

/** A node of the syntax tree, as much of it as is read here. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [member: string]: unknown;
}

function collect(source: string, found: Map<string, string>): void {
  const keep = (name: string, node: Node) => {
    if (!found.has(name)) found.set(name, textOf(source.slice(node.start, node.end)));
  };
  const { body } = parseSync("index.d.ts", source, { lang: "dts" }).program as unknown as { body: readonly Node[] };
  const locals = new Map<string, string>();
  for (const statement of body) {
    const node = (statement["declaration"] as Node | null | undefined) ?? statement;
    const name = nameOf(node["id"]);
    if (/^(TSDeclareFunction|FunctionDeclaration)$/u.test(node.type) && name !== undefined) keep(name, node);
    else if (name !== undefined) membersOf(node, (member, of) => keep(`${name}.${member}`, of));
    if (node.type === "VariableDeclaration")
      for (const { id } of node["declarations"] as readonly { id: Node }[]) {
        const variable = nameOf(id);
        // `const _useStorage: Bundle["useStorage"]` has the signature of that member.
        const member = /\w+\["(\w+)"\]\s*$/u.exec(source.slice(id.start, id.end))?.[1];
        if (variable !== undefined && member !== undefined) locals.set(variable, member);
        // A function that is declared as a constant.
        else if (variable !== undefined && /^\w+:\s*(<[^>]*>)?\(/u.test(source.slice(id.start, id.end)))
          keep(variable, id);
      }
  }
  // Hooks that are typed as members of a bundle are known by their own names.
  const members = new Map(
    [...found].map(([name, text]) => [name.slice(name.indexOf(".") + 1), text] as const).toReversed(),
  );
  for (const member of locals.values()) {
    const text = members.get(member);
    if (text !== undefined && !found.has(member)) found.set(member, text);
  }
}

/** Methods, and properties that are functions, of a class, an interface or an object type. */
function membersOf(node: Node, visit: (name: string, node: Node) => void): void {
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (typeof child !== "object" || child === null || typeof (child as Node).type !== "string") continue;
      const inner = child as Node;
      if (/^(TSMethodSignature|MethodDefinition|TSAbstractMethodDefinition)$/u.test(inner.type)) {
        const name = nameOf(inner["key"]);
        if (name !== undefined && inner["accessibility"] !== "private") visit(name, inner);
      } else if (/^(TSInterfaceBody|ClassBody|TSTypeLiteral|TSIntersectionType)$/u.test(inner.type))
        membersOf(inner, visit);
      else if (/^(TSTypeReference|TSTypeParameterInstantiation)$/u.test(inner.type)) membersOf(inner, visit);
      else if (inner.type === "TSPropertySignature") {
        const name = nameOf(inner["key"]);
        if (name !== undefined) visit(name, inner);
      }
    }
  }
}

function nameOf(node: unknown): string | undefined {
  const { name } = (node ?? {}) as { name?: unknown };
  return typeof name === "string" ? name : undefined;
}

/** A declaration without comments and keywords, its lines as they were. */
function textOf(source: string): string {
  const lines = source
    .replaceAll(/\/\*[\s\S]*?\*\/|(?<=\s)\/\/.*$/gmu, "")
    .replace(/^(export |declare |abstract )+/u, "")
    .split("\n")
    .filter((line) => line.trim() !== "");
  const indents = lines.slice(1).map((line) => /^ */u.exec(line)![0].length);
  const least = Math.min(...indents, indents.length === 0 ? 0 : Number.POSITIVE_INFINITY);
  return lines.map((line, index) => (index === 0 ? line : line.slice(least)).trimEnd()).join("\n");
}
