import { limits } from "@weft/protocol";
import { expect, test } from "vitest";
import { passagesOf, withoutAnchors } from "./passages.ts";

const bounds = { ...limits, knowledgePassageLength: 400, knowledgePassageOverlap: 60 };
const words = (n: number, word = "word") => Array.from({ length: n }, (_, at) => `${word}${at}`).join(" ");
const of = (markdown: string, url?: string) => passagesOf({ markdown, title: "Guide", url }, bounds);

test("[KN6] sections become passages that know the headings above them and their anchor", () => {
  const long = `${words(60)}.`;
  const passages = of(
    `# Guide\n\n${long}\n\n## Rooms {#rooms}\n\n${long}\n\n### *Limits* {#rooms-limits}\n\n${long}\n\n## Next\n\nEnd.`,
    "https://a.example/g",
  );
  expect([...new Set(passages.map(({ headings, url }) => `${headings.join(" › ")} ${url}`))]).toEqual([
    " https://a.example/g",
    "Rooms https://a.example/g#rooms",
    "Rooms › Limits https://a.example/g#rooms-limits",
    "Next https://a.example/g",
  ]);
  expect(passages.map(({ position }) => position)).toEqual(passages.map((_, at) => at));
});

test("[KN6] a long section is divided between paragraphs, and each part repeats the end of the one before", () => {
  const paragraphs = ["a", "b", "c"].map((letter) => `${words(80, letter)}. Ends with ${letter}.`);
  const passages = of(`# Rooms\n\n${paragraphs.join("\n\n")}`);
  expect(passages).toHaveLength(3);
  for (const [at, { text }] of passages.entries()) {
    expect(text).toContain(paragraphs[at]);
    expect(text.length).toBeLessThanOrEqual(bounds.knowledgePassageLength + bounds.knowledgePassageOverlap + 2);
    if (at > 0) expect(text.startsWith(`Ends with ${"abc"[at - 1]}.`)).toBe(true);
  }
});

test("[KN6] code blocks and tables stay whole within bounds, and headings within them are text", () => {
  const code = `\`\`\`sh\n# no heading\n${words(90)}\n\n${words(30)}\n\`\`\``;
  const table = ["| a | b |", "| --- | --- |", ...Array.from({ length: 30 }, (_, n) => `| ${n} | row |`)].join("\n");
  const passages = of(`Before.\n\n${code}\n\n${table}\n\nAfter.`);
  for (const block of [code, table]) expect(passages.some(({ text }) => text.includes(block))).toBe(true);
  expect(passages.every(({ headings }) => headings.length === 0)).toBe(true);
  const huge = of(`\`\`\`\n${Array.from({ length: 200 }, (_, n) => `line ${n} of code`).join("\n")}\n\`\`\``);
  expect(huge.length).toBeGreaterThan(5);
  expect(Math.max(...huge.map(({ text }) => text.length))).toBeLessThanOrEqual(2 * bounds.knowledgePassageLength);
});

test("[KN6] text without any place to cut is cut, between characters", () => {
  const passages = of("😀".repeat(1_000));
  expect(passages.every(({ text }) => text.isWellFormed() && text.length <= 2 * bounds.knowledgePassageLength)).toBe(
    true,
  );
  expect(passages.length).toBeGreaterThan(4);
});

test("[KN6] short sections are kept together, nothing gives no passage, and there is a bound", () => {
  const passages = of("# A\n\nOne.\n\n## B\n\nTwo.\n\n# C\n\nThree.");
  expect(passages.map(({ headings, text }) => [headings, text])).toEqual([
    [["A"], "One.\n\nB\n\nTwo."],
    [["C"], "Three."],
  ]);
  expect(of("\n\n# Only a heading\n\n")).toEqual([]);
  const many = Array.from({ length: 9 }, (_, n) => `# H${n}\n\ntext`).join("\n\n");
  expect(passagesOf({ markdown: many, title: "" }, { ...bounds, knowledgePassagesPerSource: 4 })).toHaveLength(4);
});

test("[KN6] anchors are not shown", () => {
  expect(withoutAnchors("# A {#a}\n\ntext {#b}\n## C")).toBe("# A\n\ntext {#b}\n## C");
  expect(withoutAnchors("# A {#a}\r\n## B {#b} ##\n#c {#d}")).toBe("# A\r\n## B ##\n#c {#d}");
});
