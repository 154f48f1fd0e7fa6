import { expect, test } from "vitest";
import { correctionFor } from "./follow.ts";

const at = (time: number, isPlaying: boolean) => ({ time, isPlaying });

test("a stopped video shows the same picture as the one it follows", () => {
  expect(correctionFor(at(1000, false), at(1040, false))).toEqual({ seekTo: 1040, turn: null });
  expect(correctionFor(at(1040, true), at(1040, false))).toEqual({ seekTo: null, turn: "pause" });
});

test("a video that plays jumps only if it is far from the one it follows", () => {
  expect(correctionFor(at(3000, true), at(3900, true))).toEqual({ seekTo: null, turn: null });
  expect(correctionFor(at(3000, true), at(9000, true))).toEqual({ seekTo: 9000, turn: null });
  expect(correctionFor(at(3000, false), at(3100, true))).toEqual({ seekTo: null, turn: "play" });
});
