/** Parameters of functions as rows of a table: names and types from signatures, descriptions from doc comments. */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "rolldown/utils";
import { docAt, nameOf } from "./declaration-modules.ts";
import type { Comment, Node } from "./declaration-modules.ts";

export interface ParameterRow {
  /** A member of an object that is given has the name of the parameter before its own: `options.query`. */
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  /** Empty if no doc comment is about it. */
  readonly description: string;
}

interface TypeMember {
  readonly name: string;
  readonly type: string;
  readonly optional: boolean;
  readonly doc: string;
}

interface ObjectType {
  readonly doc: string;
  readonly members: readonly TypeMember[];
  readonly extends: readonly string[];
}

/** Types whose members are described instead of the parameter that has them. */
const given = /(?:Options|Props|Params|Query|Criteria|Draft|Filter)$/u;
/** Larger ones have tables of their own. */
const mostMembers = 14;

/** The object types of sources by name, and what doc comments say of parameters. */
export class DeclaredTypes {
  readonly #types = new Map<string, ObjectType>();
  readonly #parameters = new Map<string, string>();

  constructor(folders: readonly string[]) {
    for (const folder of folders)
      for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
        if (entry.isFile() && /(?<!\.test|\.test-d|\.d)\.tsx?$/u.test(entry.name))
          this.#read(join(entry.parentPath, entry.name));
  }

  /** What `@param` says of a parameter in the doc comment of a function or a member, or in that of the type that has the member. */
  description(owner: string, parameter: string): string {
    const [type] = owner.split(".");
    return this.#parameters.get(`${owner} ${parameter}`) ?? this.#parameters.get(`${type} ${parameter}`) ?? "";
  }

  typeOf(name: string): ObjectType | undefined {
    return this.#types.get(name);
  }

  /** Own and inherited members. */
  membersOf(name: string): readonly TypeMember[] {
    const type = this.#types.get(name);
    if (type === undefined) return [];
    return [...type.members, ...type.extends.flatMap((base) => this.membersOf(base))];
  }

  #read(file: string): void {
    const source = readFileSync(file, "utf8");
    const { program, comments } = parseSync(file, source, { lang: file.endsWith("x") ? "tsx" : "ts" });
    const place = { source, comments: comments as readonly Comment[] };
    for (const statement of (program as unknown as { readonly body: readonly Node[] }).body) {
      const node = (statement["declaration"] as Node | null | undefined) ?? statement;
      const name = nameOf(node["id"]);
      const doc = docAt(place, statement.start);
      if (name === undefined) continue;
      this.#noteParameters(name, doc);
      const body = bodyOf(node);
      if (body === undefined) continue;
      for (const member of body) {
        const key = nameOf(member["key"]);
        if (key === undefined) continue;
        this.#noteParameters(`${name}.${key}`, docAt(place, member.start));
        // Hooks are members of interfaces, and known by their own names.
        if (!/^use[A-Z]/u.test(key)) continue;
        this.#noteParameters(key, doc);
        this.#noteParameters(key, docAt(place, member.start));
      }
      if (node.type === "ClassDeclaration") continue;
      const bases = ((node["extends"] ?? []) as readonly Node[]).flatMap((base) => nameOf(base["expression"]) ?? []);
      this.#types.set(name, {
        doc: paragraphOf(doc),
        members: body.flatMap((member) => memberOf(member, source, docAt(place, member.start))),
        extends: bases,
      });
    }
  }

  #noteParameters(owner: string, doc: string | undefined): void {
    for (const [, parameter, text] of cleaned(doc).matchAll(/@param (\w+)(?: -)? (.+?)(?=\n@|\n\n|$)/gsu)) {
      this.#parameters.set(`${owner} ${parameter}`, text!.replaceAll(/\s+/gu, " ").trim());
    }
  }
}

function bodyOf(node: Node): readonly Node[] | undefined {
  if (node.type === "TSInterfaceDeclaration" || node.type === "ClassDeclaration")
    return (node["body"] as Node)["body"] as readonly Node[];
  if (node.type !== "TSTypeAliasDeclaration") return undefined;
  const type = node["typeAnnotation"] as Node;
  return type.type === "TSTypeLiteral" ? (type["members"] as readonly Node[]) : undefined;
}

function memberOf(member: Node, source: string, doc: string | undefined): readonly TypeMember[] {
  const name = nameOf(member["key"]);
  if (name === undefined || /@deprecated/u.test(doc ?? "")) return [];
  const optional = member["optional"] === true;
  const annotation = member["typeAnnotation"] as Node | null | undefined;
  if (member.type === "TSMethodSignature")
    return [
      { name, type: oneLine(source.slice((member["key"] as Node).end, member.end)), optional, doc: paragraphOf(doc) },
    ];
  if (annotation === null || annotation === undefined) return [];
  const type = annotation["typeAnnotation"] as Node;
  return [{ name, type: oneLine(source.slice(type.start, type.end)), optional, doc: paragraphOf(doc) }];
}

function oneLine(text: string): string {
  return text
    .replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gmu, "")
    .replace(/[;,]$/u, "")
    .replaceAll(/\s+/gu, " ")
    .replaceAll(/\breadonly (?=\w+\??:)/gu, "")
    .replace(/^\| /u, "")
    .trim();
}

function cleaned(doc: string | undefined): string {
  return (doc ?? "")
    .split("\n")
    .map((line) => line.replace(/^\s*\*+ ?/u, "").trim())
    .join("\n");
}

function paragraphOf(doc: string | undefined): string {
  const text = cleaned(doc).trim();
  const end = text.search(/\n\n|(?:^|\n)@/u);
  return (end === -1 ? text : text.slice(0, end))
    .replaceAll(/\{@link (\w+)\}/gu, "`$1`")
    .replaceAll(/\s+/gu, " ")
    .trim();
}

interface Parameter {
  readonly name: string;
  readonly optional: boolean;
  readonly type: Node | undefined;
}

/**
 * What a function takes, by its signature: of overloads, every parameter once, and required if each of them requires it. `owner` is the
 * function's name, or `Class.method`.
 */
export function parameterRows(signature: string, owner: string, types: DeclaredTypes): readonly ParameterRow[] {
  const [own] = signature.split("\nnamespace ", 1) as [string];
  const isFunction = own.startsWith("function ");
  const text = isFunction
    ? own.replaceAll(/^function /gmu, "declare function ")
    : `interface Members {\n${own.replaceAll(/^(static|readonly) /gmu, "")}\n}`;
  const { program, errors } = parseSync("signature.ts", text);
  if (errors.length > 0) return [];
  const body = (program as unknown as { readonly body: readonly Node[] }).body;
  const calls = isFunction ? body : ((body[0]!["body"] as Node)["body"] as readonly Node[]);
  const overloads = calls.map((call) => ((call["params"] ?? []) as readonly Node[]).map(parameterOf));
  const names = [...new Set(overloads.flatMap((parameters) => parameters.map(({ name }) => name)))];
  return names.flatMap((name) => {
    const each = overloads.map((parameters) => parameters.find((parameter) => parameter.name === name));
    const found = each.findLast((parameter) => parameter !== undefined)!;
    const required = each.every((parameter) => parameter !== undefined && !parameter.optional);
    return rowsOf({ ...found, optional: !required }, text, owner, types);
  });
}

function parameterOf(node: Node): Parameter {
  const isRest = node.type === "RestElement";
  const target = isRest ? (node["argument"] as Node) : node;
  const annotation = (node["typeAnnotation"] ?? target["typeAnnotation"]) as Node | null | undefined;
  return {
    name: nameOf(target) ?? "options",
    optional: isRest || node["optional"] === true,
    type: annotation === null || annotation === undefined ? undefined : (annotation["typeAnnotation"] as Node),
  };
}

function rowsOf(
  { name, optional, type }: Parameter,
  text: string,
  owner: string,
  types: DeclaredTypes,
): readonly ParameterRow[] {
  const said = types.description(owner, name);
  const written = type === undefined ? "unknown" : oneLine(text.slice(type.start, type.end));
  const members = type === undefined ? [] : membersOf(type, text, types);
  const prefix = name === "props" ? "" : `${name}.`;
  if (members.length > 0 && members.length <= mostMembers)
    return members.map((member) => ({
      name: `${prefix}${member.name}`,
      type: member.type,
      required: !optional && !member.optional,
      description: member.doc,
    }));
  const named = type?.type === "TSTypeReference" ? types.typeOf(nameOf(type["typeName"]) ?? "") : undefined;
  return [{ name, type: written, required: !optional, description: said === "" ? (named?.doc ?? "") : said }];
}

/** The members of what is given as an object: each is described. */
function membersOf(type: Node, text: string, types: DeclaredTypes): readonly TypeMember[] {
  if (type.type === "TSIntersectionType")
    return (type["types"] as readonly Node[]).flatMap((part) =>
      nameOf(part["typeName"]) === "RefAttributes" ? [] : membersOf(part, text, types),
    );
  if (type.type === "TSTypeLiteral")
    return (type["members"] as readonly Node[]).flatMap((member) => memberOf(member, text, undefined));
  const name = type.type === "TSTypeReference" ? (nameOf(type["typeName"]) ?? "") : "";
  return given.test(name) && name !== "RequestOptions" ? types.membersOf(name) : [];
}
