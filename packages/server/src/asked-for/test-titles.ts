import { parseSync, Visitor } from "rolldown/utils";

/**
 * The titles of the tests in a source file, as they are written: `%s` stands for a table's values, and `${…}` for an
 * expression. Tests that never run, by themselves or with their group, are left out.
 */
export function testTitles(file: string, source: string): ReadonlySet<string> {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0]!.message}`);
  const titles = new Set<string>();
  let switchedOff = 0;
  new Visitor({
    CallExpression({ callee, arguments: [title, ...rest] }) {
      const names = namesOf(callee);
      if (names.some((name) => neverRun.has(name))) switchedOff += 1;
      if (switchedOff > 0 || names[0] !== "test" || rest.length === 0) return;
      if (title?.type === "Literal" && typeof title.value === "string") titles.add(title.value);
      if (title?.type === "TemplateLiteral") titles.add(title.quasis.map(({ value }) => value.cooked).join("${…}"));
    },
    "CallExpression:exit"({ callee }) {
      if (namesOf(callee).some((name) => neverRun.has(name))) switchedOff -= 1;
    },
  }).visit(program);
  return titles;
}

const neverRun: ReadonlySet<string> = new Set(["skip", "todo"]);

type Callee = Parameters<NonNullable<ConstructorParameters<typeof Visitor>[0]["CallExpression"]>>[0]["callee"];

/** The names in what is called: `test`, `for` of `test.for(table)(title, …)`. Empty unless it is of vitest. */
function namesOf(callee: Callee): readonly string[] {
  if (callee.type === "Identifier") return callee.name === "test" || callee.name === "describe" ? [callee.name] : [];
  if (callee.type === "CallExpression") return namesOf(callee.callee);
  if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier") return [];
  const names = namesOf(callee.object);
  return names.length === 0 ? [] : [...names, callee.property.name];
}
