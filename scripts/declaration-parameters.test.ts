import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DeclaredTypes, parameterRows } from "./declaration-parameters.ts";

let folder: string;
let types: DeclaredTypes;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "declared-"));
  writeFileSync(
    join(folder, "sample.ts"),
    `/** What every call takes. */
interface BaseOptions {
  /** Ends the call. */
  signal?: AbortSignal;
}
interface ListOptions extends BaseOptions {
  /** The size of a page. */
  readonly limit?: number;
  /** @deprecated use \`limit\` */
  size?: number;
  order: "up" | "down";
}
/**
 * Calls the server.
 *
 * @param roomId The id of the room.
 */
export class Caller {
  /**
   * Lists.
   * @param tag One of
   *   the room's tags.
   */
  list(roomId: string, tag: string, options?: ListOptions) {}
}
/** Hooks. @param text Other words. */
export interface Hooks {
  /**
   * A part.
   *
   * @param selector What is shown.
   */
  useIt: (selector: () => void) => void;
}
export type Filter = { /** Only these. */ kind?: string };
`,
  );
  types = new DeclaredTypes([folder]);
});
afterAll(() => rmSync(folder, { recursive: true }));

test("members of options are rows, with inherited ones, without deprecated ones, and with their doc comments", () => {
  const rows = parameterRows("list(roomId: string, tag: string, options?: ListOptions): void;", "Caller.list", types);
  expect(rows).toEqual([
    { name: "roomId", type: "string", required: true, description: "The id of the room." },
    { name: "tag", type: "string", required: true, description: "One of the room's tags." },
    { name: "options.limit", type: "number", required: false, description: "The size of a page." },
    { name: "options.order", type: '"up" | "down"', required: false, description: "" },
    { name: "options.signal", type: "AbortSignal", required: false, description: "Ends the call." },
  ]);
});

test("a hook is described where it is a member", () => {
  expect(parameterRows("function useIt(selector: () => void): void;", "useIt", types)).toEqual([
    { name: "selector", type: "() => void", required: true, description: "What is shown." },
  ]);
});

test("a parameter is required if every overload requires it", () => {
  const rows = parameterRows("function one(): void;\nfunction one(a: string, b?: Filter): void;", "one", types);
  expect(rows.map(({ name, required }) => [name, required])).toEqual([
    ["a", false],
    ["b.kind", false],
  ]);
});

test("a namespace behind a component, and a signature that is not TypeScript, are passed over", () => {
  expect(
    parameterRows("function A(props: Filter): void;\nnamespace A {\n  function B(): void;\n}", "A", types),
  ).toEqual([{ name: "kind", type: "string", required: false, description: "Only these." }]);
  expect(parameterRows("function A(((", "A", types)).toEqual([]);
});
