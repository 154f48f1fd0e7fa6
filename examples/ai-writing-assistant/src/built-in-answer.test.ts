import { expect, test } from "vitest";
import { builtInAnswer } from "./built-in-answer.ts";
import { shorten } from "./prompts.ts";

const ask = (prompt: string, selection: string) =>
  builtInAnswer({ prompt, context: { beforeSelection: "", selection, afterSelection: "" } });

test("several sentences are shortened to the first", () => {
  expect(ask(shorten, "It ships on Monday. Tell everyone.")).toEqual({ type: "replace", text: "It ships on Monday." });
});

test("what needs a model says so, and changes nothing", () => {
  for (const [prompt, selection] of [
    [shorten, "One sentence."],
    [shorten, ""],
    ["Translate it", "One. Two."],
  ] as const)
    expect(ask(prompt, selection)).toMatchObject({ type: "other", text: expect.stringContaining("no language model") });
});
