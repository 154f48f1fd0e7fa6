import type { ProjectId } from "@weft/protocol";
import { expect, test } from "vitest";
import { createExtractorTurns } from "./extractor-turns.ts";
import type { TextExtractor } from "./ports.ts";

const [greedy, quiet, third] = ["p1", "p2", "p3"] as [ProjectId, ProjectId, ProjectId];

test("[KN12] projects take turns at the extractor, and the texts of one are read in order, even after a failure", async () => {
  const begun: string[] = [];
  let together = 0;
  const extractorOf = createExtractorTurns({
    kindOf: async () => "text",
    async read(bytes) {
      begun.push(Buffer.from(bytes).toString());
      expect(++together).toBe(1);
      await new Promise((resolve) => setImmediate(resolve));
      together--;
      if (begun.at(-1) === "a2") throw new Error("lost");
      return { kind: "unreadable", message: begun.at(-1)! };
    },
    readSitemap: async () => ({ kind: "unreadable", message: "" }),
  } satisfies TextExtractor);
  const read = (project: ProjectId, text: string) =>
    extractorOf(project)
      .read(Buffer.from(text), { kind: "text" })
      .then(
        (answer) => (answer.kind === "unreadable" ? answer.message : ""),
        () => "failed",
      );
  const reads = [
    ...["a1", "a2", "a3", "a4"].map((text) => read(greedy, text)),
    read(quiet, "b1"),
    ...["c1", "c2"].map((text) => read(third, text)),
  ];
  expect(await Promise.all(reads)).toEqual(["a1", "failed", "a3", "a4", "b1", "c1", "c2"]);
  expect(begun).toEqual(["a1", "a2", "b1", "c1", "a3", "c2", "a4"]);
  expect(await read(quiet, "b2")).toBe("b2");
});
