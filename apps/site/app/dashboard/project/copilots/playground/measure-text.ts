import type { PlaygroundAnswer, TokenPrice } from "@weft/protocol";
import { formatCount } from "../../../../formats/count.ts";

/** What an answer took, in words: times, tokens, and what they cost if the model has a price. */
export function measureText(answer: PlaygroundAnswer, prices: Readonly<Record<string, TokenPrice>> = {}): string[] {
  const { firstTokenMs, totalMs, inputTokens, outputTokens, model } = answer;
  if (model === null) return [`Total ${formatDuration(totalMs)}`];
  const price = prices[model];
  const tokens =
    inputTokens === null || outputTokens === null
      ? ["Tokens not reported"]
      : [
          `${formatCount(inputTokens)} in`,
          `${formatCount(outputTokens)} out`,
          ...costOf(inputTokens, outputTokens, price),
        ];
  return [
    ...(firstTokenMs === null ? [] : [`First token ${formatDuration(firstTokenMs)}`]),
    `Total ${formatDuration(totalMs)}`,
    ...tokens,
  ];
}

function costOf(input: number, output: number, price: TokenPrice | undefined): string[] {
  if (price === undefined) return [];
  const dollars = (input * price.input + output * price.output) / 1_000_000;
  const digits = dollars === 0 || dollars >= 1 ? 2 : 6;
  return [`$${dollars.toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: digits })}`];
}

/** Milliseconds up to a second, then seconds. */
export function formatDuration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  return `${(ms / 1_000).toLocaleString("en-US", { maximumFractionDigits: ms < 10_000 ? 2 : 1 })} s`;
}
