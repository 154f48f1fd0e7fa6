/** Declarations as text: signatures without bodies and comments, and the first paragraph of doc comments. */
import { docAt, nameOf } from "./declaration-modules.ts";
import type { Declaration, Module, Modules, Node, Statement } from "./declaration-modules.ts";
import { typeOfSchema } from "./declaration-schemas.ts";

export type Kind = "class" | "component" | "constant" | "function" | "hook" | "interface" | "namespace" | "type";

export interface Description {
  readonly kind: Kind;
  readonly signature: string;
  readonly summary: string;
}

/** The name under which an application imports a declaration; undefined if it cannot. */
export type PublicName = (declaration: Declaration) => string | undefined;

/** A longer signature has a line for each parameter. */
const widest = 110;

export function describe(
  modules: Modules,
  name: string,
  declaration: Declaration,
  publicName: PublicName,
): Description {
  const { file, name: declaredAs, nodes, comment, isTypeOnly, members } = declaration;
  if (members !== undefined) return describeNamespace(modules, name, declaration, publicName);
  if (nodes.length === 0) throw new Error(`${name} is declared in ${file}, which is not read.`);
  const module = modules.read(file);
  const types = nodes.filter(isType);
  const chosen = isTypeOnly && types.length > 0 ? types : withoutImplementation(nodes);
  const printer = new Printer(modules, module, publicName);
  const parts = chosen.map(({ node }) => printer.print(node, name, declaredAs, isTypeOnly));
  const signature = parts.map(({ text }) => text).join("\n");
  const docs = [comment, ...chosen.map(({ start }) => docAt(module, start)), ...parts.map((part) => part.comment)];
  return {
    kind: kindOf(name, signature),
    signature,
    summary: docs.map(paragraph).find((text) => text !== "") ?? "",
  };
}

/** The values of a module under one name; the comment at its top is about them. */
function describeNamespace(
  modules: Modules,
  name: string,
  { file, comment, members }: Declaration,
  publicName: PublicName,
): Description {
  const values = [...members!].filter(([, member]) => !member.isTypeOnly && !member.nodes.every(isType));
  const lines = values
    .map(([member, declaration]) => describe(modules, member, declaration, publicName).signature)
    .toSorted()
    .flatMap((signature) => signature.split("\n"))
    .map((line) => `  ${line}`);
  const [first] = modules.read(file).comments;
  return {
    kind: "namespace",
    signature: [`namespace ${name} {`, ...lines, "}"].join("\n"),
    summary: paragraph(comment) || paragraph(first?.value),
  };
}

function isType({ node }: Statement): boolean {
  return /^TS(Interface|TypeAlias)/u.test(node.type);
}

/** Overloads say what a function takes; the function behind them says something else. */
function withoutImplementation(nodes: readonly Statement[]): readonly Statement[] {
  const overloads = nodes.filter(({ node }) => node.type === "TSDeclareFunction");
  return overloads.length === 0 ? nodes : nodes.filter(({ node }) => node.type !== "FunctionDeclaration");
}

function kindOf(name: string, signature: string): Kind {
  const [first] = signature.split(/\s/u, 1) as [string];
  if (first !== "function") return first === "const" ? "constant" : (first as Kind);
  if (/^use[A-Z]/u.test(name)) return "hook";
  const [own] = signature.split("\nnamespace ", 1) as [string];
  return /^[A-Z]/u.test(name) && /: (ReactElement|ReactNode)( \| null)?;$/u.test(own) ? "component" : "function";
}

/** The first paragraph of a doc comment, in one line. */
function paragraph(comment: string | undefined): string {
  const lines = (comment ?? "").split("\n").map((line) => line.replace(/^\s*\*+ ?/u, "").trim());
  const text = lines.join("\n").trim();
  const end = text.search(/\n\n|(?:^|\n)@/u);
  return (end === -1 ? text : text.slice(0, end))
    .replaceAll(/\{@link (\w+)\}/gu, "`$1`")
    .replaceAll(/\s+/gu, " ")
    .trim();
}

interface Part {
  readonly text: string;
  readonly comment?: string | undefined;
}

class Printer {
  readonly #modules: Modules;
  readonly #module: Module;
  readonly #publicName: PublicName;
  /** What stands for parameters of the type that members belong to. */
  readonly #given: ReadonlyMap<string, string>;

  constructor(
    modules: Modules,
    module: Module,
    publicName: PublicName,
    given: ReadonlyMap<string, string> = new Map(),
  ) {
    this.#modules = modules;
    this.#module = module;
    this.#publicName = publicName;
    this.#given = given;
  }

  print(node: Node, name: string, declaredAs: string, isTypeOnly: boolean): Part {
    switch (node.type) {
      case "TSInterfaceDeclaration":
        return { text: this.#block(`interface ${name}${this.#head(node)}`, this.#membersOf(node)) };
      case "TSTypeAliasDeclaration":
        return { text: this.#alias(node, name) };
      case "ClassDeclaration": {
        const kind = isTypeOnly ? "interface" : "class";
        const members = this.#membersOf(node).filter(
          (member) => !isTypeOnly || !/^(constructor|static )/u.test(member),
        );
        return { text: this.#block(`${kind} ${name}${this.#head(node)}`, members) };
      }
      case "VariableDeclaration":
        return this.#constant(node, declaredAs, name);
      default:
        return { text: `function ${name}${this.#call(node)};` };
    }
  }

  #block(header: string, members: readonly string[]): string {
    if (members.length === 0) return `${header} {}`;
    const lines = members.flatMap((member) => member.split("\n")).map((line) => `  ${line}`);
    return [`${header} {`, ...lines, "}"].join("\n");
  }

  #alias(node: Node, name: string): string {
    const type = node["typeAnnotation"] as Node;
    const schema = typeOfSchema(this.#modules, this.#module, type);
    const isBelow = this.#module.source.slice(node.start, type.start).trimEnd().endsWith("=") && this.#startsLine(type);
    return `type ${name}${this.#part(node["typeParameters"])} =${isBelow ? "\n  " : " "}${schema ?? this.text(type, node)};`;
  }

  #startsLine({ start }: Node): boolean {
    const { source } = this.#module;
    return source.slice(source.lastIndexOf("\n", start - 1) + 1, start).trim() === "";
  }

  /** Type parameters, and what it extends. */
  #head(node: Node): string {
    const { superClass } = node;
    const bases = ((node["extends"] ?? []) as readonly Node[]).map((base) => this.text(base));
    if (superClass !== null && superClass !== undefined)
      bases.push(`${this.text(superClass as Node)}${this.#part(node["superTypeArguments"])}`);
    return `${this.#part(node["typeParameters"])}${bases.length === 0 ? "" : ` extends ${bases.join(", ")}`}`;
  }

  /** Its own members, and those of bases that no application can look up. */
  #membersOf(node: Node): readonly string[] {
    const members = ((node["body"] as Node)["body"] as readonly Node[]).filter(isPublic);
    const overloaded = new Set(
      members.filter((member) => isCallable(member) && !hasBody(member)).map(({ key }) => nameOf(key)),
    );
    const shown = members.filter((member) => !hasBody(member) || !overloaded.has(nameOf(member["key"])));
    const own = shown.flatMap((member) => this.#memberText(member, members));
    const names = new Set(own.map(nameOfMember));
    const bases = ((node["extends"] ?? []) as readonly Node[]).map(({ expression, typeArguments }) => ({
      expression,
      typeArguments,
    }));
    bases.push({ expression: node["superClass"], typeArguments: node["superTypeArguments"] });
    const inherited = bases.flatMap(({ expression, typeArguments }) => {
      const declaration = this.#modules.local(this.#module.file, nameOf(expression) ?? "");
      const [statement] = declaration.nodes;
      if (statement === undefined || this.#publicName(declaration) !== undefined) return [];
      if (!/^(TSInterface|Class)Declaration$/u.test(statement.node.type)) return [];
      const printer = this.#in(declaration.file, this.#arguments(typeArguments, statement.node));
      return printer.#membersOf(statement.node).filter(
        (member) => !names.has(nameOfMember(member)) && !member.startsWith("constructor"),
      );
    });
    return [...own, ...inherited];
  }

  #in(file: string, given?: ReadonlyMap<string, string>): Printer {
    return new Printer(this.#modules, this.#modules.read(file), this.#publicName, given);
  }

  #memberText(member: Node, all: readonly Node[]): readonly string[] {
    const key = member["key"] as Node | undefined;
    if (key === undefined) return [`${this.text(member).replace(/[;,]$/u, "")};`];
    const name = member["computed"] === true ? `[${this.text(key)}]` : this.text(key);
    const before = member["static"] === true ? "static " : "";
    if (!isCallable(member))
      return [this.#property(member, `${before}${member["readonly"] === true ? "readonly " : ""}${name}`)];
    const callable = (member["value"] as Node | null | undefined) ?? member;
    if (member["kind"] === "get") {
      const isSet = all.some((other) => other["kind"] === "set" && nameOf(other["key"]) === nameOf(key));
      return [`${before}${isSet ? "" : "readonly "}${name}${this.#part(callable["returnType"])};`];
    }
    if (member["kind"] === "set") return [];
    return [`${before}${name}${member["optional"] === true ? "?" : ""}${this.#call(callable)};`];
  }

  #property(member: Node, name: string): string {
    const type = member["typeAnnotation"] as Node | null;
    const optional = member["optional"] === true ? "?" : "";
    if (type !== null && type !== undefined) return `${name}${optional}${this.text(type)};`;
    const inferred = this.#typeOf(member["value"] as Node | null);
    return `${name}${optional}${inferred === undefined ? "" : `: ${inferred}`};`;
  }

  /** The type of a value that says it itself. */
  #typeOf(value: Node | null): string | undefined {
    if (value?.type === "Literal") return typeof value["value"];
    if (value?.type === "NewExpression")
      return `${this.text(value["callee"] as Node)}${this.#part(value["typeArguments"])}`;
    return undefined;
  }

  /** Type parameters, parameters and result, as they are written after a name. */
  #call(node: Node): string {
    const parameters = (node["params"] as readonly Node[]).map((parameter) => this.#parameter(parameter));
    const types = this.#part(node["typeParameters"]);
    const result = this.#result(node);
    const line = `${types}(${parameters.join(", ")})${result}`;
    if (!parameters.some((parameter) => parameter.includes("\n")) && line.split("\n", 1)[0]!.length < widest)
      return line;
    const lines = parameters.flatMap((parameter) => `${parameter},`.split("\n")).map((each) => `  ${each}`);
    return [`${types}(`, ...lines, `)${result}`].join("\n");
  }

  #result(node: Node): string {
    const annotation = node["returnType"] as Node | null | undefined;
    if (annotation !== null && annotation !== undefined) return `: ${this.text(annotation["typeAnnotation"] as Node)}`;
    // A function that does nothing but answer another one says by that what it answers.
    const [only, ...others] = ((node["body"] as Node | null | undefined)?.["body"] ?? []) as readonly Node[];
    const answer = only?.type === "ReturnStatement" && others.length === 0 ? (only["argument"] as Node | null) : null;
    if (answer?.type !== "ArrowFunctionExpression") return "";
    return `: ${this.#call(answer).replace(/\): (?=[^)]*$)/u, ") => ")}`;
  }

  /** Without its default value, which makes it optional. A pattern is named for what it takes apart. */
  #parameter(node: Node): string {
    if (node.type === "AssignmentPattern") {
      const left = node["left"] as Node;
      const type = this.#part(left["typeAnnotation"]) || `: ${this.#typeOf(node["right"] as Node) ?? "unknown"}`;
      return `${left.type === "Identifier" ? nameOf(left) : "options"}?${type}`;
    }
    if (node.type === "ObjectPattern") {
      const type = this.#part(node["typeAnnotation"]);
      return `${/Props\b/u.test(type) ? "props" : "options"}${type}`;
    }
    return this.text(node);
  }

  #constant(node: Node, declaredAs: string, name: string): Part {
    const found = (node["declarations"] as readonly Node[]).find(({ id }) => nameOf(id) === declaredAs)!;
    const annotation = (found["id"] as Node)["typeAnnotation"] as Node | null | undefined;
    const init = found["init"] as Node;
    if (annotation !== null && annotation !== undefined) return this.#typed(annotation["typeAnnotation"] as Node, name);
    if (init.type === "ArrowFunctionExpression") return { text: `function ${name}${this.#call(init)};` };
    if (init.type === "ObjectExpression") return { text: this.#block(`const ${name}:`, this.#functionsIn(init)) };
    if (init.type === "CallExpression" && nameOf(init["callee"]) === "forwardRef")
      return { text: this.#forwardRef(init, name) };
    if (init.type === "CallExpression" && this.text(init["callee"] as Node) === "Object.assign")
      return { text: this.#withParts(init, name) };
    if (init.type !== "TSAsExpression") throw new Error(`${name} has no type that can be shown.`);
    const type = init["typeAnnotation"] as Node;
    if (nameOf(type["typeName"]) === "const")
      return { text: `const ${name}: ${this.text(init["expression"] as Node)};` };
    return this.#typed(type, name);
  }

  /** A component that gives its ref to an element: its props with that ref. */
  #forwardRef(call: Node, name: string): string {
    const given = ((call["typeArguments"] as Node | null | undefined)?.["params"] ?? []) as readonly Node[];
    const [element, props] = given.map((type) => this.text(type));
    if (element === undefined || props === undefined) throw new Error(`${name} has no type that can be shown.`);
    return `function ${name}(props: ${props} & RefAttributes<${element}>): ReactElement;`;
  }

  /** A component with others as its members. */
  #withParts(call: Node, name: string): string {
    const [component, parts] = call["arguments"] as readonly [Node, Node];
    const members = (parts["properties"] as readonly Node[]).map((property) =>
      this.#component(property["value"] as Node, nameOf(property["key"])!),
    );
    return `${this.#component(component, name)}\n${this.#block(`namespace ${name}`, members)}`;
  }

  #component(node: Node, name: string): string {
    if (node.type === "TSAsExpression") return this.#typed(node["typeAnnotation"] as Node, name).text;
    if (node.type === "CallExpression") return this.#forwardRef(node, name);
    const declaration = this.#modules.local(this.#module.file, nameOf(node)!);
    return describe(this.#modules, name, declaration, this.#publicName).signature;
  }

  /** The members of an object of functions, such as the actions of a store. */
  #functionsIn(object: Node): readonly string[] {
    return (object["properties"] as readonly Node[]).map((property) => {
      const key = this.text(property["key"] as Node);
      return `${key}${this.#call(property["value"] as Node)};`;
    });
  }

  /** A constant whose type is a member of an interface, as hooks have it, is shown as that member. */
  #typed(type: Node, name: string): Part {
    if (type.type === "TSIndexedAccessType") {
      const owner = type["objectType"] as Node;
      const member = nameOf((type["indexType"] as Node)["literal"]);
      const found = member === undefined ? undefined : this.#member(owner, member);
      if (found !== undefined) return found.printer.#asFunction(found.type, found.node, name);
    }
    const { file, nodes } = this.#modules.local(this.#module.file, nameOf(type["typeName"]) ?? "");
    const [statement] = nodes;
    const asWritten = this.#asFunction(type, type, name);
    if (statement?.node.type !== "TSTypeAliasDeclaration") return asWritten;
    const aliased = this.#in(file).#asFunction(statement.node["typeAnnotation"] as Node, statement.node, name);
    return aliased.text.startsWith("function") ? aliased : asWritten;
  }

  #asFunction(type: Node, member: Node, name: string): Part {
    const comment = docAt(this.#module, member.start);
    const calls = type.type === "TSTypeLiteral" ? (type["members"] as readonly Node[]) : [type];
    if (calls.length > 0 && calls.every((call) => /^TS(CallSignatureDeclaration|FunctionType)$/u.test(call.type)))
      return { text: calls.map((call) => `function ${name}${this.#call(call)};`).join("\n"), comment };
    return { text: `const ${name}: ${this.text(type)};`, comment };
  }

  /** A member of the type that a node refers to. */
  #member(reference: Node, member: string): Member | undefined {
    const { file, nodes } = this.#modules.local(
      this.#module.file,
      nameOf(reference["typeName"] ?? reference["expression"]) ?? "",
    );
    for (const { node } of nodes) {
      // Literals say which of several members is meant; the types of an application keep their names.
      const given = [...this.#arguments(reference["typeArguments"], node)].filter(([, text]) =>
        /^(true|false)$/u.test(text),
      );
      const found = this.#in(file, new Map(given)).#memberIn(node, member);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** What is given for the type parameters of a declaration. */
  #arguments(given: unknown, declaration: Node): ReadonlyMap<string, string> {
    const values = ((given as Node | null | undefined)?.["params"] ?? []) as readonly Node[];
    const parameters = ((declaration["typeParameters"] as Node | null)?.["params"] ?? []) as readonly Node[];
    return new Map(values.map((value, index) => [nameOf(parameters[index]!["name"])!, this.text(value)]));
  }

  #memberIn(node: Node, member: string): Member | undefined {
    switch (node.type) {
      case "TSInterfaceDeclaration":
      case "TSTypeLiteral": {
        const members = node.type === "TSTypeLiteral" ? node["members"] : (node["body"] as Node)["body"];
        const own = (members as readonly Node[]).find(({ key }) => nameOf(key) === member);
        const type = (own?.["typeAnnotation"] as Node | null | undefined)?.["typeAnnotation"] as Node | undefined;
        if (own !== undefined) return { printer: this, type: type ?? own, node: own };
        return this.#firstOf((node["extends"] ?? []) as readonly Node[], (base) => this.#member(base, member));
      }
      case "TSTypeAliasDeclaration":
        return this.#memberIn(node["typeAnnotation"] as Node, member);
      case "TSIntersectionType":
        return this.#firstOf(node["types"] as readonly Node[], (part) => this.#memberIn(part, member));
      case "TSTypeReference": {
        const [first] = ((node["typeArguments"] as Node | null)?.["params"] ?? []) as readonly Node[];
        const isPart = /^(Omit|Pick|Readonly)$/u.test(nameOf(node["typeName"]) ?? "");
        return isPart && first !== undefined ? this.#memberIn(first, member) : this.#member(node, member);
      }
      default:
        return undefined;
    }
  }

  #firstOf(nodes: readonly Node[], find: (node: Node) => Member | undefined): Member | undefined {
    for (const node of nodes) {
      const found = find(node);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #part(node: unknown): string {
    return node === null || node === undefined ? "" : this.text(node as Node);
  }

  /** The source of a node without comments and empty lines, with the names under which applications know what is named in it. */
  text({ start, end }: Node, { start: base } = { start }): string {
    const { source, comments } = this.#module;
    let text = "";
    let at = start;
    for (const comment of comments) {
      if (comment.start < at || comment.end > end) continue;
      text += source.slice(at, comment.start);
      at = comment.end;
    }
    text += source.slice(at, end);
    const lineStart = source.lastIndexOf("\n", base - 1) + 1;
    const indent = /^ */u.exec(source.slice(lineStart, base))![0].length;
    const lines = text.split("\n").filter((line) => line.trim() !== "");
    const dedented = lines.map((line, index) =>
      index === 0 ? line : line.replace(new RegExp(`^ {0,${indent}}`, "u"), ""),
    );
    return this.#named(dedented.map((line) => line.trimEnd()).join("\n"));
  }

  #named(text: string): string {
    return text.replaceAll(/(?<![\w."'`#])([A-Z]\w*)(?![\w"'])/gu, (word) => {
      const given = this.#given.get(word);
      if (given !== undefined) return given;
      const declaration = this.#modules.local(this.#module.file, word);
      return declaration.nodes.length === 0 ? word : (this.#publicName(declaration) ?? word);
    });
  }
}

interface Member {
  readonly printer: Printer;
  readonly type: Node;
  readonly node: Node;
}

function nameOfMember(text: string): string {
  return /^(?:static |readonly )*(\[?[\w.]+)/u.exec(text)?.[1] ?? text;
}

function isPublic(member: Node): boolean {
  const key = member["key"] as Node | undefined;
  if (member.type === "StaticBlock" || key?.type === "PrivateIdentifier") return false;
  // Symbols of a package are its own business, except those that the language defines.
  if (member["computed"] === true && (key?.type !== "MemberExpression" || nameOf(key["property"]) === "hasInstance"))
    return false;
  return member["accessibility"] !== "private" && member["accessibility"] !== "protected";
}

function isCallable({ type }: Node): boolean {
  return /^(TSMethodSignature|MethodDefinition|TSAbstractMethodDefinition)$/u.test(type);
}

function hasBody(member: Node): boolean {
  const value = member["value"] as Node | null | undefined;
  return isCallable(member) && ((value?.["body"] as Node | null | undefined) ?? null) !== null;
}
