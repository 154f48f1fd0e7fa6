import { expect, test } from "vitest";
import { formReducer, pristine } from "./form-state.ts";
import type { FormEvent, FormState } from "./form-state.ts";

const after = (...events: FormEvent[]) => events.reduce(formReducer, pristine).kind;

test("submitting ends in success or in error", () => {
  expect(after()).toBe("none");
  expect(after("submitted")).toBe("submitting");
  expect(after("submitted", "answered")).toBe("success");
  expect(after("submitted", "failed")).toBe("error");
});

test("closing the result returns to the initial state", () => {
  expect(after("submitted", "failed", "closed")).toBe("none");
  expect(after("submitted", "answered", "closed")).toBe("none");
});

test("a failed form can be sent again; one that is being sent cannot", () => {
  expect(after("submitted", "failed", "submitted")).toBe("submitting");
  const sending: FormState = { kind: "submitting" };
  expect(formReducer(sending, "submitted")).toBe(sending);
  expect(formReducer(sending, "closed")).toBe(sending);
});

test("an answer without a request changes nothing", () => {
  expect(after("answered")).toBe("none");
  expect(after("failed")).toBe("none");
});
