import { expect, test } from "vitest";
import { formatRelative } from "./relative.ts";

const now = Date.parse("2026-03-10T12:00:00Z");
const minute = 60_000;

test.each([
  [0, "just now"],
  [44_000, "just now"],
  [50_000, "1 min ago"],
  [2 * minute, "2 min ago"],
  [59 * minute, "59 min ago"],
  [60 * minute, "1 h ago"],
  [23 * 60 * minute, "23 h ago"],
  [24 * 60 * minute, "1 d ago"],
  [29 * 24 * 60 * minute, "29 d ago"],
  [31 * 24 * 60 * minute, "7 Feb 2026"],
  [-5 * minute, "in 5 min"],
  [-59 * minute - 40_000, "in 1 h"],
  [-(7 * 24 * 60 - 1) * minute, "in 7 d"],
  [-(7 * 24 * 60 * minute - 1_000), "in 7 d"],
  [-(24 * 60 * minute - 1_000), "in 1 d"],
  [-(6 * 24 + 11) * 60 * minute, "in 6 d"],
  [-29.6 * 24 * 60 * minute, "9 Apr 2026"],
])("%i ms ago reads %j", (ago, text) => expect(formatRelative(now - ago, now)).toBe(text));
