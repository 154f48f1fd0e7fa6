/** The syntax of modules, and where the names that they export are declared. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseSync } from "rolldown/utils";

/** A node of the syntax tree, as much of it as is read here. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [member: string]: unknown;
}

export interface Comment {
  readonly type: "Block" | "Line";
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/** A declared name: overloads of a function, and a value and a type of one name, are several nodes. */
export interface Declaration {
  readonly file: string;
  readonly name: string;
  /** Empty for what a package of others declares. */
  readonly nodes: readonly Statement[];
  /** The comment at the export itself, which takes the place of that of the declaration. */
  readonly comment?: string | undefined;
  /** Whether it is exported as a type only. */
  readonly isTypeOnly: boolean;
  /** What is in it, if it is all that a module exports. */
  readonly members?: ReadonlyMap<string, Declaration>;
}

export interface Statement {
  /** The declaration, without `export`. */
  readonly node: Node;
  /** Where the statement begins, behind its comment. */
  readonly start: number;
}

/** What `export * as Icon` exports of its module: a name for all that the module exports. */
const everything = "*";

type Source = { readonly module: string; readonly name: string };

export interface Module {
  readonly file: string;
  readonly source: string;
  readonly comments: readonly Comment[];
  readonly declared: ReadonlyMap<string, readonly Statement[]>;
  readonly imported: ReadonlyMap<string, Source>;
  readonly exported: ReadonlyMap<
    string,
    { readonly from: Source | string; readonly isType: boolean; readonly start: number }
  >;
  /** Modules of which everything is exported again. */
  readonly passedOn: readonly string[];
}

export class Modules {
  readonly #packageFile: (specifier: string) => string | undefined;
  readonly #parsed = new Map<string, Module>();

  constructor(packageFile: (specifier: string) => string | undefined) {
    this.#packageFile = packageFile;
  }

  /** Everything that a file exports by name, each with its declaration. */
  exportsOf(file: string): ReadonlyMap<string, Declaration> {
    const { exported, passedOn } = this.read(file);
    const found = new Map<string, Declaration>();
    for (const module of passedOn) {
      const target = this.#fileOf(file, module);
      if (target !== undefined) for (const [name, declaration] of this.exportsOf(target)) found.set(name, declaration);
    }
    for (const name of exported.keys()) found.set(name, this.find(file, name)!);
    return found;
  }

  /** Where an exported name of a file is declared. */
  find(file: string, name: string): Declaration | undefined {
    const module = this.read(file);
    const found = module.exported.get(name);
    if (found !== undefined) {
      const { from, isType, start } = found;
      const declaration = typeof from === "string" ? this.local(file, from) : this.#from(file, from);
      const comment =
        typeof from === "string" && module.declared.has(from) && from === name ? undefined : docAt(module, start);
      return {
        ...declaration,
        ...(comment !== undefined && { comment }),
        isTypeOnly: isType || declaration.isTypeOnly,
      };
    }
    for (const passed of module.passedOn) {
      const target = this.#fileOf(file, passed);
      const declaration = target === undefined ? undefined : this.find(target, name);
      if (declaration !== undefined) return declaration;
    }
    return undefined;
  }

  /** Where a name that a file uses is declared. */
  local(file: string, name: string): Declaration {
    const { declared, imported } = this.read(file);
    const nodes = declared.get(name);
    if (nodes !== undefined) return { file, name, nodes, isTypeOnly: false };
    const source = imported.get(name);
    return source === undefined ? { file, name, nodes: [], isTypeOnly: false } : this.#from(file, source);
  }

  #from(file: string, { module, name }: Source): Declaration {
    const target = this.#fileOf(file, module);
    if (target !== undefined && name === everything)
      return { file: target, name, nodes: [], isTypeOnly: false, members: this.exportsOf(target) };
    const found = target === undefined ? undefined : this.find(target, name);
    return found ?? { file: module, name, nodes: [], isTypeOnly: false };
  }

  #fileOf(file: string, module: string): string | undefined {
    return module.startsWith(".") ? resolve(file, "..", module) : this.#packageFile(module);
  }

  read(file: string): Module {
    let module = this.#parsed.get(file);
    if (module === undefined) this.#parsed.set(file, (module = parse(file)));
    return module;
  }
}

function parse(file: string): Module {
  const source = readFileSync(file, "utf8");
  const { program, comments, errors } = parseSync(file, source, { lang: file.endsWith("x") ? "tsx" : "ts" });
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]!.message}`);
  const declared = new Map<string, Statement[]>();
  const imported = new Map<string, Source>();
  const exported = new Map<string, { from: Source | string; isType: boolean; start: number }>();
  const passedOn: string[] = [];
  for (const statement of (program as unknown as { readonly body: readonly Node[] }).body) {
    const module = (statement["source"] as { value: string } | null | undefined)?.value;
    const isType = statement["exportKind"] === "type";
    if (statement.type === "ImportDeclaration")
      for (const specifier of statement["specifiers"] as readonly Node[])
        imported.set(nameOf(specifier["local"])!, {
          module: module!,
          name: nameOf(specifier["imported"]) ?? "default",
        });
    if (statement.type === "ExportAllDeclaration" && module !== undefined) {
      const namespace = nameOf(statement["exported"]);
      if (namespace === undefined) passedOn.push(module);
      else exported.set(namespace, { from: { module, name: everything }, isType, start: statement.start });
    }
    for (const [index, specifier] of ((statement["specifiers"] ?? []) as readonly Node[]).entries()) {
      if (statement.type !== "ExportNamedDeclaration") break;
      const local = nameOf(specifier["local"])!;
      const inBraces = isType || specifier["exportKind"] === "type";
      // A comment before the statement is about its only name.
      const isOnly = index === 0 && (statement["specifiers"] as readonly Node[]).length === 1;
      exported.set(nameOf(specifier["exported"])!, {
        from: module === undefined ? local : { module, name: local },
        isType: inBraces,
        start: isOnly && docAt({ source, comments }, specifier.start) === undefined ? statement.start : specifier.start,
      });
    }
    const declaration = (statement["declaration"] as Node | null | undefined) ?? statement;
    for (const name of namesIn(declaration)) {
      declared.set(name, [...(declared.get(name) ?? []), { node: declaration, start: statement.start }]);
      if (statement.type === "ExportNamedDeclaration")
        exported.set(name, { from: name, isType: false, start: statement.start });
    }
  }
  return { file, source, comments, declared, imported, exported, passedOn };
}

function namesIn(declaration: Node): readonly string[] {
  if (declaration.type === "VariableDeclaration")
    return (declaration["declarations"] as readonly Node[]).flatMap(({ id }) => nameOf(id) ?? []);
  if (
    !/^(TS(Interface|TypeAlias|Enum)Declaration|(TSDeclare)?Function(Declaration)?|ClassDeclaration)$/u.test(
      declaration.type,
    )
  )
    return [];
  const name = nameOf(declaration["id"]);
  return name === undefined ? [] : [name];
}

export function nameOf(node: unknown): string | undefined {
  const { name, value } = (node ?? {}) as { name?: unknown; value?: unknown };
  return typeof name === "string" ? name : typeof value === "string" ? value : undefined;
}

/** The doc comment right before a place, as text. */
export function docAt({ source, comments }: Pick<Module, "source" | "comments">, start: number): string | undefined {
  let at = start;
  for (const comment of comments.toReversed()) {
    if (comment.end > at) continue;
    if (source.slice(comment.end, at).trim() !== "") return undefined;
    if (comment.type === "Block" && comment.value.startsWith("*")) return comment.value;
    // Notes to the linter are between a comment and what it is about.
    at = comment.start;
  }
  return undefined;
}
