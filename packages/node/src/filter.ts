/** Writes filters of the query language (`roomId^"a" metadata["color"]:"red"`) from objects. All clauses must match. */

type FilterScalar = string | number | boolean | null;
type FilterTest =
  | FilterScalar
  | { readonly startsWith: string }
  | { readonly lt?: number; readonly gt?: number; readonly lte?: number; readonly gte?: number };

/** A test for each field, or for each key of a field. An absent test is no condition. */
export type FilterFields = Readonly<
  Record<string, FilterTest | undefined | { readonly keys: Readonly<Record<string, FilterTest | undefined>> }>
>;

const comparisons = [
  ["lt", "<"],
  ["gt", ">"],
  ["lte", "<="],
  ["gte", ">="],
] as const;

/** The filter that an object stands for, or the text that it is already. */
export function filterOf(fields: string | FilterFields | undefined): string | undefined {
  if (fields === undefined || typeof fields === "string") return fields;
  const clauses: string[] = [];
  for (const [name, test] of Object.entries(fields)) {
    if (test === undefined) continue;
    if (typeof test === "object" && test !== null && "keys" in test) {
      for (const [key, inner] of Object.entries(test.keys))
        if (inner !== undefined) clauses.push(...clausesOf(`${name}[${JSON.stringify(key)}]`, inner));
    } else clauses.push(...clausesOf(name, test));
  }
  return clauses.length === 0 ? undefined : clauses.join(" ");
}

function clausesOf(field: string, test: FilterTest): string[] {
  if (typeof test !== "object" || test === null) return [`${field}:${JSON.stringify(test)}`];
  if ("startsWith" in test) return [`${field}^${JSON.stringify(test.startsWith)}`];
  return comparisons.flatMap(([name, operator]) => {
    const bound = test[name];
    return bound === undefined ? [] : [`${field}${operator}${decimal(bound)}`];
  });
}

/** The language has no exponents. */
function decimal(value: number): string {
  const text = String(value);
  return text.includes("e") ? value.toLocaleString("en-US", { useGrouping: false, maximumFractionDigits: 100 }) : text;
}
