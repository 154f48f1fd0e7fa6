import { MessageText } from "@weft/protocol";
import { expect, test } from "vitest";
import { isMessage, messageFault } from "./message.ts";

const tooLong = "Message must be at most 1000 characters";

test.each([
  ["nothing", "", false, undefined],
  ["blanks", "   \n", false, undefined],
  ["a word", "Hi", true, undefined],
  ["a word between blanks", "  Hi  ", true, undefined],
  ["1000 letters", "a".repeat(1_000), true, undefined],
  ["1001 letters", "a".repeat(1_001), false, tooLong],
])("%s", (_, typed, valid, fault) => {
  expect(isMessage(typed)).toBe(valid);
  expect(messageFault(typed)).toBe(fault);
  expect(MessageText.safeParse(typed).success, "as the server judges").toBe(valid);
});

test("length is counted as typed, in units of two for what lies beyond the basic plane", () => {
  expect(isMessage("🚀".repeat(500))).toBe(true);
  expect(messageFault("🚀".repeat(501))).toBe(tooLong);
});
