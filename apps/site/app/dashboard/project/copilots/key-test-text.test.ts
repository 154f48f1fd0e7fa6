import { expect, test } from "vitest";
import { keyTestText } from "./key-test-text.ts";

test.for([
  ["accepted", null, { isAccepted: true, title: "Key accepted" }],
  ["refused", "No.", { isAccepted: false, title: "The provider refused the key", detail: "No." }],
  ["modelNotFound", "None.", { isAccepted: false, title: "The provider has no model “gpt-5”", detail: "None." }],
  ["unreachable", "Gone.", { isAccepted: false, title: "The address could not be reached", detail: "Gone." }],
  ["failed", "Quota.", { isAccepted: false, title: "The provider returned an error", detail: "Quota." }],
] as const)("a test of a key that ended as %s says so", ([outcome, message, text]) => {
  expect(keyTestText({ outcome, message }, "gpt-5")).toEqual(text);
});
