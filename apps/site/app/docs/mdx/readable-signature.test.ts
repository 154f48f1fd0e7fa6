import { expect, test } from "vitest";
import { readableSignature, readableType } from "./readable-signature.ts";

test("type parameters have the names that apps use, and long signatures a line for each parameter", () => {
  expect(
    readableSignature(
      "function useOthers(): readonly User<P, U>[];\nfunction useOthers<T>(selector: (others: readonly User<P, U>[]) => T, isEqual?: (before: T, now: T) => boolean): T;",
    ),
  ).toBe(
    [
      "function useOthers(): readonly User<Presence, UserMeta>[];",
      "function useOthers<Result>(",
      "  selector: (others: readonly User<Presence, UserMeta>[]) => Result,",
      "  isEqual?: (before: Result, now: Result) => boolean,",
      "): Result;",
    ].join("\n"),
  );
});

test("results of hooks are written out", () => {
  expect(
    readableSignature(
      'function useThreads(options?: UseThreadsOptions<TM>): PagesOf<false, ThreadData<TM, CM>, "threads">;',
    ),
  ).toContain("  threads?: readonly ThreadData<ThreadMetadata, CommentMetadata>[];\n  isLoading: boolean;\n");
  expect(readableType('QueryResultOf<false, string, "url">')).toBe(
    "{ url?: string; isLoading: boolean; error?: Error }",
  );
});

test("a type parameter with a constraint of its own keeps its name", () => {
  expect(readableType("schema?: BlockNoteSchema<S>")).toBe("schema?: BlockNoteSchema<Storage>");
  expect(readableSignature("function own<S extends StyleSchema = DefaultStyleSchema>(schema?: Schema<S>): S;")).toBe(
    "function own<S extends StyleSchema = DefaultStyleSchema>(\n  schema?: Schema<S>,\n): S;",
  );
});

test("a namespace is laid out part by part, and texts in quotes stay", () => {
  expect(readableSignature("namespace Tool {\n  function Icon(props: ToolIconProps): ReactElement;\n}")).toBe(
    "namespace Tool {\n  function Icon(props: ToolIconProps): ReactElement;\n}",
  );
  expect(readableType('"P" | "a; b"')).toBe('"P" | "a; b"');
});

test("what has no end, or is deeply nested, is laid out in a moment", () => {
  const nested = `function f(a: ${"Promise<".repeat(200)}string${">".repeat(200)}): void;`;
  expect(readableSignature(nested)).toContain("string");
  expect(readableSignature("function broken(a: {")).toContain("broken");
});
