/**
 * Types that are derived from the schema of a message, `z.output<typeof Message>`, written out: an application does not know the
 * library that schemas are made with.
 */
import { nameOf } from "./declaration-modules.ts";
import type { Module, Modules, Node } from "./declaration-modules.ts";

/** The type that a schema describes; undefined if the node refers to none. */
export function typeOfSchema(modules: Modules, module: Module, type: Node): string | undefined {
  const name = /^z\.(?:output|infer)<typeof (\w+)>$/u.exec(module.source.slice(type.start, type.end))?.[1];
  return name === undefined ? undefined : new Schemas(modules, module).constant(name);
}

class Schemas {
  readonly #modules: Modules;
  readonly #module: Module;

  constructor(modules: Modules, module: Module) {
    this.#modules = modules;
    this.#module = module;
  }

  constant(name: string): string {
    const { printer, value } = this.#valueOf(name);
    return printer.#type(value);
  }

  #valueOf(name: string): { printer: Schemas; value: Node } {
    const { file, name: declaredAs, nodes } = this.#modules.local(this.#module.file, name);
    const variable = nodes.find(({ node }) => node.type === "VariableDeclaration");
    if (variable === undefined) throw new Error(`${this.#module.file}: ${name} is not a schema that can be shown.`);
    const found = (variable.node["declarations"] as readonly Node[]).find(({ id }) => nameOf(id) === declaredAs)!;
    return { printer: new Schemas(this.#modules, this.#modules.read(file)), value: found["init"] as Node };
  }

  #type(value: Node): string {
    if (value.type === "Identifier") return this.#named(nameOf(value)!);
    // Instants, as `z.iso.datetime()`.
    if (this.#source(value) === "z.iso") return "string";
    if (value.type !== "CallExpression") throw this.#unknown(value);
    const callee = value["callee"] as Node;
    const given = value["arguments"] as readonly Node[];
    const method = nameOf(callee["property"])!;
    if (nameOf(callee["object"]) !== "z") {
      const inner = this.#type(callee["object"] as Node);
      // Of what may follow a schema, only this changes its type. A member that may be absent is marked where it is listed.
      return method === "nullable" ? `${inner} | null` : inner;
    }
    switch (method) {
      case "string":
      case "number":
      case "boolean":
      case "unknown":
        return method;
      case "int":
        return "number";
      case "literal":
        return this.#source(given[0]!);
      case "array":
        return this.#listOf(this.#type(given[0]!));
      case "union":
        return this.#unionOf(given[0]!);
      case "discriminatedUnion":
        return this.#unionOf(given[1]!);
      case "record":
        return `{ [key: ${this.#type(given[0]!)}]: ${this.#type(given[1]!)} }`;
      case "enum":
        return this.#oneOf(given[0]!);
      case "object":
        return this.#object(given[0]!);
      default:
        throw this.#unknown(value);
    }
  }

  /** Types that applications know are named, others are written out. */
  #named(name: string): string {
    const { nodes } = this.#modules.local(this.#module.file, name);
    return nodes.some(({ node }) => /^TS(TypeAlias|Interface)/u.test(node.type)) && /^(Json|JsonObject)$/u.test(name)
      ? name
      : this.constant(name);
  }

  #listOf(item: string): string {
    return /[|{]/u.test(item) ? `(${item})[]` : `${item}[]`;
  }

  #unionOf(list: Node): string {
    return (list["elements"] as readonly Node[]).map((element) => this.#type(element)).join(" | ");
  }

  #oneOf(list: Node): string {
    if (list.type === "ArrayExpression")
      return (list["elements"] as readonly Node[]).map((element) => this.#source(element)).join(" | ");
    const { printer, value } = this.#valueOf(nameOf(list)!);
    return printer.#oneOf(value.type === "TSAsExpression" ? (value["expression"] as Node) : value);
  }

  #object(object: Node): string {
    return ["{", ...this.#members(object).map((member) => `  ${member}`), "}"].join("\n");
  }

  #members(object: Node): readonly string[] {
    return (object["properties"] as readonly Node[]).flatMap((property) => {
      if (property.type === "SpreadElement") {
        const { printer, value } = this.#valueOf(nameOf(property["argument"])!);
        return printer.#members(value);
      }
      const value = property["value"] as Node;
      const isOptional = this.#source(value).endsWith(".optional()");
      return [`${this.#source(property["key"] as Node)}${isOptional ? "?" : ""}: ${this.#type(value)};`];
    });
  }

  #source({ start, end }: Node): string {
    return this.#module.source.slice(start, end);
  }

  #unknown(value: Node): Error {
    return new Error(`${this.#module.file}: a schema that cannot be shown: ${this.#source(value)}`);
  }
}
