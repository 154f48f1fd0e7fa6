import { expect, test } from "vitest";
import { compile } from "./compile.ts";
import { failureOf } from "./failure.ts";

function failure(run: () => unknown) {
  try {
    run();
  } catch (error) {
    return failureOf(error);
  }
  throw new Error("It did not fail.");
}

test("types are removed, imports become calls, and line numbers stay the same", () => {
  const code = compile(
    "App.tsx",
    'import { a } from "./a";\n\nexport default function App(n: number) {\n  return a(n);\n}\n',
  );
  expect(code).toContain("require('./a')");
  expect(code).not.toContain(": number");
  expect(code.split("\n")[3]).toContain("a");
});

test("a file with only types compiles to no code", () => {
  const code = compile("weft.config.ts", "declare global {\n  interface Weft {}\n}\nexport {};\n");
  expect(code.replaceAll(/["';\s]|use strict|Object\.defineProperty\(.*?\)/gu, "")).toBe("");
});

test("a syntax error is reported with its file and line", () => {
  expect(failure(() => compile("Room.tsx", "export function Room() {\n  return <p>one</b>;\n}\n"))).toEqual({
    file: "Room.tsx",
    line: 2,
    message: "Expected corresponding JSX closing tag for <p>.",
  });
  expect(failure(() => compile("App.tsx", "const a = ;"))).toMatchObject({ file: "App.tsx", line: 1 });
});
