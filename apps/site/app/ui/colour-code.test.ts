import { expect, test } from "vitest";
import { colourCode } from "./colour-code.ts";

test("code is cut into tokens by kind, and is the same text again", async () => {
  const code = 'const room = "a"; // A room\nroom();';
  for (const language of ["ts", "TypeScript", "tsx", "js"]) {
    const lines = (await colourCode(code, language))!;
    expect(lines.map((line) => line.map(({ text }) => text).join("")).join("\n")).toBe(code);
    expect(lines[0]).toContainEqual({ text: "const", kind: "keyword" });
    expect(lines[0]!.at(-1)).toEqual({ text: "// A room", kind: "comment" });
  }
});

test.for(["", "klingon", "constructor"])("a language that is not known has no colours: “%s”", async (language) => {
  expect(await colourCode("a", language)).toBeUndefined();
});
