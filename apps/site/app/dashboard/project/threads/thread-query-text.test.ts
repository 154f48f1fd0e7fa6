import { expect, test } from "vitest";
import { threadQueryText } from "./thread-query-text.ts";

test("the chosen state follows what was typed, so that faults keep their place", () => {
  expect(threadQueryText("", "")).toBe("");
  expect(threadQueryText("", "open")).toBe("resolved:false");
  expect(threadQueryText(" metadata['a']:1 ", "resolved")).toBe("metadata['a']:1 AND resolved:true");
  expect(threadQueryText("visibility:'private'", "")).toBe("visibility:'private'");
});
