import type { CopilotId, KnowledgeSourceId, ProjectId } from "@weft/protocol";
import { expect, test } from "vitest";
import { findPassages, rankPassages } from "./find-passages.ts";
import type { FoundPassage } from "./knowledge-records.ts";
import { searchWords } from "./search-words.ts";

const owner = { project: "p" as ProjectId, copilot: "co" as CopilotId };
const limits = { knowledgeResults: 4, knowledgeResultsPerPage: 2 };

function passage(name: string, change: Partial<FoundPassage> = {}): FoundPassage {
  const [page = "", position = ""] = name.split(" ");
  return {
    source: "ks" as KnowledgeSourceId,
    page,
    position: Number(position),
    title: name,
    headings: [name],
    text: name,
    ...change,
  };
}

const find = async (lists: Readonly<Record<string, readonly FoundPassage[]>>) => {
  const search = async (_: unknown, words: readonly string[]) => lists[words.join(" ")] ?? [];
  return (await findPassages({ records: { search } }, owner, Object.keys(lists), limits)).map(({ title }) => title);
};

test("[KN9] what several queries find comes first, and once", async () => {
  const [a, b, c] = [passage("a 0"), passage("b 0"), passage("c 0")];
  expect(await find({ one: [a, b], two: [c, b] })).toEqual(["b 0", "a 0", "c 0"]);
});

test("[KN9] a passage that is first in every list has the score 1, and others have less", async () => {
  const [a, b, c] = [passage("a 0"), passage("b 0"), passage("c 0")];
  const search = async () => [a, b];
  const meaning = { search: async () => [[a, c]] };
  const ranked = await rankPassages({ records: { search }, meaning }, owner, ["one"], limits);
  expect(ranked[0]).toEqual({ ...a, score: 1 });
  expect(ranked.map(({ title }) => title)).toEqual(["a 0", "b 0", "c 0"]);
  // The second in one of two lists.
  expect(ranked[1]!.score).toBeCloseTo(60 / 61 / 2);
});

test("[KN9] at most four queries are searched", async () => {
  const lists = Object.fromEntries(["q1", "q2", "q3", "q4", "q5"].map((query) => [query, [passage(`${query} 0`)]]));
  expect(await find(lists)).toEqual(["q1 0", "q2 0", "q3 0", "q4 0"]);
});

test("[KN9] few passages of a page are answered, and no neighbours of one section", async () => {
  const section = { headings: ["same"] };
  const ranked = [passage("a 0", section), passage("a 1", section), passage("a 5"), passage("a 7"), passage("b 0")];
  expect(await find({ one: ranked })).toEqual(["a 0", "a 5", "b 0"]);
});

test("[KN9] results have a bound, and so have their texts together", async () => {
  const many = Array.from({ length: 9 }, (_, n) => passage(`p${n} 0`));
  expect(await find({ one: many })).toHaveLength(4);
  const long = { text: "x".repeat(7_000) };
  expect(await find({ one: [passage("a 0", long), passage("b 0", long), passage("c 0")] })).toEqual(["a 0", "c 0"]);
});

test.for([
  ["How do I use the useOthers() hook?", ["useothers", "hook"]],
  ["What is it?", ["what", "is", "it"]],
  ["Café CAFÉ cafe", ["cafe"]],
  ['a" OR b*', ["b"]],
  ["?!", []],
] as const)("[KN9] the words of %j are searched", ([query, words]) => {
  expect(searchWords(query)).toEqual(words);
});
