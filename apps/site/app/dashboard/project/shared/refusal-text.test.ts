import { expect, test } from "vitest";
import { refusalText } from "./refusal-text.ts";

test("a refused value is explained by its rule alone, and other failures in their own words", () => {
  expect(refusalText({ message: "Value at key 'url': must not contain credentials." })).toBe(
    "Must not contain credentials.",
  );
  expect(refusalText({ message: "Value at keypath 'additionalHeaders.Host': must be another." })).toBe(
    "Must be another.",
  );
  expect(refusalText({ message: "The server could not be reached." })).toBe("The server could not be reached.");
});
