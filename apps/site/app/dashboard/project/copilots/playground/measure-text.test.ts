import { expect, test } from "vitest";
import { formatDuration, measureText } from "./measure-text.ts";

const answer = { firstTokenMs: 320, totalMs: 2_345, inputTokens: 1_200, outputTokens: 300, model: "gpt-5" };
const prices = { "gpt-5": { input: 1.25, output: 10 } };

test.for([
  [answer, prices, ["First token 320 ms", "Total 2.35 s", "1,200 in", "300 out", "$0.0045"]],
  [answer, {}, ["First token 320 ms", "Total 2.35 s", "1,200 in", "300 out"]],
  [{ ...answer, firstTokenMs: null }, {}, ["Total 2.35 s", "1,200 in", "300 out"]],
  [
    { ...answer, inputTokens: null, outputTokens: null },
    prices,
    ["First token 320 ms", "Total 2.35 s", "Tokens not reported"],
  ],
  [
    { ...answer, inputTokens: 2_000_000, outputTokens: 0 },
    prices,
    ["First token 320 ms", "Total 2.35 s", "2,000,000 in", "0 out", "$2.50"],
  ],
  [{ ...answer, model: null, inputTokens: null, outputTokens: null }, prices, ["Total 2.35 s"]],
] as const)("an answer of %j, with the prices %j, took %j", ([measured, known, text]) => {
  expect(measureText(measured, known)).toEqual(text);
});

test.for([
  [12.4, "12 ms"],
  [999, "999 ms"],
  [1_000, "1 s"],
  [61_260, "61.3 s"],
] as const)("%d milliseconds are %s", ([ms, text]) => expect(formatDuration(ms)).toBe(text));
