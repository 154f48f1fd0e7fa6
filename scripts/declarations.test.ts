import { expect, test } from "vitest";
import { apiReport, describePackage, listedNames } from "./declarations.ts";
import type { EntryPoint } from "./declarations.ts";
import { entryFile, exportsOf } from "./official-names.ts";
import { published } from "./published-packages.ts";

const entries = new Map(published.map((name) => [name, describePackage(name)]));
const everyEntry = [...entries].flatMap(([name, found]) => found.map(({ entry, names }) => ({ name, entry, names })));

test.each(everyEntry)("everything that @weft/$name exports from $entry is described", ({ name, entry, names }) => {
  expect(names.map((exported) => exported.name).toSorted()).toEqual(
    [...exportsOf(entryFile(name, entry)!).keys()].toSorted(),
  );
  const unsaid = names.filter(({ summary, aliasOf }) => summary === "" && aliasOf === undefined);
  expect(unsaid.map((exported) => `${exported.name} has no doc comment`)).toEqual([]);
});

test("types that are derived from schemas are written out", () => {
  const signatures = everyEntry.flatMap(({ names }) => names.map(({ signature }) => signature));
  expect(signatures.filter((signature) => /\bz\.|\bZod/u.test(signature))).toEqual([]);
});

const signatureOf = (name: (typeof published)[number], exported: string, entry = ".") =>
  entries
    .get(name)!
    .find((found) => found.entry === entry)!
    .names.find((found) => found.name === exported)!;

test("signatures name types as applications import them, without bodies and defaults", () => {
  // The class is `ClientError`, its context `ErrorContext`.
  expect(signatureOf("client", "WeftError").signature).toContain("  readonly context: WeftErrorContext;\n");
  expect(signatureOf("client", "Client").signature).toContain("): { readonly room: Room<P, S, U, E>;");
  expect(signatureOf("client", "nanoid").signature).toBe("function nanoid(length?: number): string;");
  expect(signatureOf("client", "LiveFile").signature).toMatch(/^ {2}readonly size: number;$/mu);
});

test("a hook is shown as a function, with what its entry point answers", () => {
  expect(signatureOf("react", "useMutableStorage")).toMatchObject({
    kind: "hook",
    signature: "function useMutableStorage(): LiveObject<S> | null;",
  });
  expect(signatureOf("react", "useMutableStorage", "./suspense").signature).toBe(
    "function useMutableStorage(): LiveObject<S>;",
  );
});

test("members of a base that is not exported are members", () => {
  expect(signatureOf("client", "LiveList").signature).toContain("  toJSON(): readonly ToJson<I>[];\n");
  expect(signatureOf("node", "Weft").signature).toMatch(/^ {2}getRoom\(/mu);
});

test("names of the official packages say which name they are another one for", () => {
  const aliases = everyEntry.flatMap(({ names }) =>
    names.filter(({ name }) => /liveblocks/iu.test(name)).map(({ name, aliasOf }) => `${name} = ${aliasOf}`),
  );
  expect(aliases).toContain("LiveblocksProvider = WeftProvider");
  expect(aliases.filter((alias) => alias.endsWith("undefined"))).toEqual(["LiveblocksOptions = undefined"]);
});

test("a name of several entry points is listed once, with the signatures that differ", () => {
  const listed = listedNames(entries.get("react")!).filter(({ name }) => name === "useStorage");
  expect(listed).toHaveLength(1);
  expect(listed[0]).toMatchObject({ entries: [".", "./suspense"] });
  expect(listed[0]!.otherSignatures?.["./suspense"]).not.toContain("null");
});

test("a report changes with a signature, and names what other entry points share", () => {
  const one = { name: "one", kind: "function", signature: "function one(): void;", summary: "" } as const;
  const main: EntryPoint = { entry: ".", names: [one] };
  const report = apiReport("sample", [main, { entry: "./more", names: [one] }]);
  expect(report).toContain("```ts\nfunction one(): void;\n```");
  expect(report).toContain("As in `@weft/sample`: `one`.");
});
