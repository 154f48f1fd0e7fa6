/**
 * Operators set other values for limits in `WEFT_LIMITS`, so a running server reads each of them from its settings, and never
 * from the declaration, which holds the default.
 */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as protocol from "@weft/protocol";
import { parseAst } from "rolldown/parseAst";
import { expect, test } from "vitest";
import { root } from "./sources.ts";

const { serverLimits } = protocol;

/** Readers of a default, with the reason why it is right there. */
const readersOfDefaults: Readonly<Record<string, string>> = {
  "packages/server/src/commands/listen.ts smallBody":
    "It runs on a developer's machine, without the settings of a server.",
  "apps/site/app/dashboard/project/keys/keys-page.tsx secretKeysPerProject":
    "Until the page knows the server's settings.",
  "apps/site/app/dashboard/project/room/access/access-table.tsx accessEntries":
    "Until the page knows the server's settings.",
};

interface Node {
  readonly type: string;
  readonly [member: string]: unknown;
}
interface Source {
  readonly file: string;
  readonly nodes: readonly Node[];
}

const sources: readonly Source[] = globSync(["packages/*/src/**/*.ts", "apps/site/app/**/*.{ts,tsx}"], { cwd: root })
  .filter((file) => !/\.(test|test-d|bench)\.tsx?$|\/testing\/|^packages\/(protocol|testkit)\//.test(file))
  .map((file) => {
    const text = readFileSync(join(root, file), "utf8");
    return { file, nodes: nodesOf(parseAst(text, { lang: file.endsWith("x") ? "tsx" : "ts" })) };
  });

function nodesOf(value: unknown): readonly Node[] {
  if (typeof value !== "object" || value === null) return [];
  const children = Object.values(value).flatMap(nodesOf);
  return "type" in value && typeof value.type === "string" ? [value as Node, ...children] : children;
}

type Child = Node | null | undefined;
const of = (node: Child, member: string) => node?.[member] as Child;
const all = (node: Child, member: string) => (node?.[member] ?? []) as readonly Node[];
const nameOf = (node: Child) => (node?.type === "Identifier" ? (node["name"] as string) : undefined);
const isServerLimit = (name: unknown): name is string => typeof name === "string" && Object.hasOwn(serverLimits, name);

/** What a file imports from the declarations: its name there, by its name in the file. */
function declarationsIn({ nodes }: Source): ReadonlyMap<string, string> {
  const names = nodes
    .filter(
      (node) => node.type === "ImportDeclaration" && String(of(node, "source")?.["value"]).startsWith("@weft/protocol"),
    )
    .flatMap((node) => all(node, "specifiers"))
    .filter(({ type }) => type === "ImportSpecifier")
    .map((one) => [nameOf(of(one, "local"))!, nameOf(of(one, "imported"))!] as const);
  // A message or an endpoint may have the name of a limit.
  const isOther = (name: string) => typeof (protocol as Record<string, unknown>)[name] === "object";
  return new Map(
    names.filter(
      ([, imported]) => /^(limits|serverLimits)$/.test(imported) || (isServerLimit(imported) && !isOther(imported)),
    ),
  );
}

/** Limits that a file reads from the declarations. As the default of a parameter they may be named. */
function defaultsReadIn(source: Source): readonly string[] {
  const declared = declarationsIn(source);
  const isDeclaration = (node: Child) => /^(limits|serverLimits)$/.test(declared.get(nameOf(node) ?? "") ?? "");
  const ofParameters = new Set(
    source.nodes.filter(({ type }) => type === "AssignmentPattern").map((node) => of(node, "right")),
  );
  return source.nodes.flatMap((node) => {
    if (node.type === "MemberExpression" && isDeclaration(of(node, "object")) && !ofParameters.has(node))
      return [nameOf(of(node, "property"))].filter(isServerLimit);
    if (
      node.type === "VariableDeclarator" &&
      of(node, "id")?.type === "ObjectPattern" &&
      isDeclaration(of(node, "init"))
    )
      return all(of(node, "id"), "properties")
        .map((property) => nameOf(of(property, "key")))
        .filter(isServerLimit);
    if (node.type === "ImportSpecifier") return [declared.get(nameOf(of(node, "local")) ?? "")].filter(isServerLimit);
    return [];
  });
}

test("no file reads a limit of the server from its declaration", () => {
  const found = sources.flatMap((source) => defaultsReadIn(source).map((name) => `${source.file} ${name}`));
  expect([...new Set(found)].toSorted()).toEqual(Object.keys(readersOfDefaults).toSorted());
});

test("every limit of the server is read somewhere", () => {
  const read = new Set(
    sources.flatMap(({ nodes }) =>
      nodes.flatMap((node) => {
        if (node.type === "MemberExpression") return [nameOf(of(node, "property"))];
        if (node.type === "ObjectPattern") return all(node, "properties").map((one) => nameOf(of(one, "key")));
        return [];
      }),
    ),
  );
  // Endpoints name theirs.
  for (const file of globSync("packages/protocol/src/{,rest/}endpoint*.ts", { cwd: root }))
    for (const [, name] of readFileSync(join(root, file), "utf8").matchAll(/"(\w+)"/g)) read.add(name);
  expect(Object.keys(serverLimits).filter((name) => !read.has(name))).toEqual([]);
});

/** Functions whose limits are optional, and where these are in their arguments. */
function functionsWithDefaults(): ReadonlyMap<string, number> {
  const optional = new Set(
    sources.flatMap(({ nodes }) =>
      nodes
        .filter(({ type }) => type === "TSInterfaceDeclaration")
        .filter((node) =>
          all(of(node, "body"), "body").some(
            (member) => member["optional"] === true && nameOf(of(member, "key")) === "limits",
          ),
        )
        .map((node) => nameOf(of(node, "id"))!),
    ),
  );
  const functions = new Map<string, number>();
  for (const source of sources) {
    const declared = declarationsIn(source);
    for (const node of source.nodes.filter(({ type }) => type === "FunctionDeclaration"))
      for (const [at, parameter] of all(node, "params").entries()) {
        const pattern = parameter.type === "AssignmentPattern" ? of(parameter, "left") : parameter;
        const type = of(of(pattern, "typeAnnotation"), "typeAnnotation");
        const isOfLimits = declared.has(nameOf(of(parameter, "right")) ?? "");
        const isOfOptions = type?.type === "TSTypeReference" && optional.has(nameOf(of(type, "typeName")) ?? "");
        if (isOfLimits || isOfOptions) functions.set(nameOf(of(node, "id"))!, at);
      }
  }
  return functions;
}

test("every call of a function whose limits have defaults passes the server's limits", () => {
  const functions = functionsWithDefaults();
  expect(functions.size).toBeGreaterThan(25);
  const forgetful = sources.flatMap(({ file, nodes }) =>
    nodes
      .filter((node) => node.type === "CallExpression" && functions.has(nameOf(of(node, "callee")) ?? ""))
      .filter((call) => {
        const argument = all(call, "arguments")[functions.get(nameOf(of(call, "callee"))!)!];
        if (argument?.type !== "ObjectExpression") return argument === undefined;
        // A spread argument is the caller's options, which contain them.
        return !all(argument, "properties").some(
          (property) => property.type === "SpreadElement" || nameOf(of(property, "key")) === "limits",
        );
      })
      .map((call) => `${file} ${nameOf(of(call, "callee"))}`),
  );
  expect(forgetful).toEqual([]);
});
