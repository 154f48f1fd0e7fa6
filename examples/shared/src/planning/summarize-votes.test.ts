import { expect, test } from "vitest";
import { spreadText, summarizeVotes } from "./summarize-votes.ts";

test("votes have an average, a median card and a spread", () => {
  const summary = summarizeVotes(["3", "13", "5", "5"], "fibonacci");
  expect(summary).toEqual({ estimates: 4, average: 6.5, median: "5", lowest: "3", highest: "13", spread: 3 });
  expect(spreadText(summary!)).toBe("3 to 13");
});

test("between two cards, the median is the higher one", () => {
  expect(summarizeVotes(["3", "5"], "fibonacci")?.median).toBe("5");
  expect(summarizeVotes(["2", "5"], "fibonacci")?.median).toBe("3");
});

test("sizes have no average", () => {
  expect(summarizeVotes(["S", "L", "M"], "sizes")).toMatchObject({ average: null, median: "M", spread: 2 });
});

test("a question mark and a card of another deck are not estimates", () => {
  expect(summarizeVotes(["?", "L", "8"], "fibonacci")).toMatchObject({ estimates: 1, average: 8, spread: 0 });
  expect(summarizeVotes(["?"], "fibonacci")).toBeNull();
  expect(summarizeVotes([], "sizes")).toBeNull();
});

test("the spread says when all agree, and that one vote is not agreement", () => {
  expect(spreadText(summarizeVotes(["8", "8"], "fibonacci")!)).toBe("Everyone agrees");
  expect(spreadText(summarizeVotes(["8"], "fibonacci")!)).toBe("One vote");
});
