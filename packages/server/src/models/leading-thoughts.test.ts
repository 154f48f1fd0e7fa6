import { expect, test } from "vitest";
import { createLeadingThoughts } from "./leading-thoughts.ts";

function read(pieces: readonly string[]) {
  const thoughts = createLeadingThoughts();
  const said = [...pieces.flatMap((piece) => thoughts.take(piece)), ...thoughts.end()];
  const of = (type: string) => said.map((one) => (one.type === type ? one.text : "")).join("");
  return { reasoning: of("reasoning"), text: of("text") };
}

const cases = [
  ["Hello.", "", "Hello."],
  ["<think>Hm.</think>Hello.", "Hm.", "Hello."],
  ["\n <think>\nHm.\n</think>\n\nHello.", "\nHm.\n", "Hello."],
  ["<think>a</think>\n<think>b</think>c", "ab", "c"],
  ["<think></think>Hello.", "", "Hello."],
  ["<think>It never ends", "It never ends", ""],
  ["<think>if (a </ b) and </thin", "if (a </ b) and </thin", ""],
  ["<thin", "", "<thin"],
  ["The tag <think> begins thoughts.</think>", "", "The tag <think> begins thoughts.</think>"],
  ["<think>日本語の考え</think>はい", "日本語の考え", "はい"],
  ["", "", ""],
] as const;

test.for(cases)("%j is read alike however it is cut", ([whole, reasoning, text]) => {
  expect(read([whole])).toEqual({ reasoning, text });
  expect(read(Array.from(whole))).toEqual({ reasoning, text });
  for (let at = 1; at < whole.length; at++)
    expect(read([whole.slice(0, at), whole.slice(at)]), String(at)).toEqual({ reasoning, text });
});
