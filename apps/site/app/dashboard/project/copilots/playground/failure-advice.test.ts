import { answerFailures } from "@weft/protocol/ai";
import { expect, test } from "vitest";
import { failureAdvice } from "./failure-advice.ts";

test("failures that a member can repair come with advice, and others without", () => {
  expect(failureAdvice(answerFailures.keyRejected)).toBe("Check the API key in the configuration.");
  expect(failureAdvice(answerFailures.aborted)).toBeUndefined();
  expect(failureAdvice("Anything else")).toBeUndefined();
});
