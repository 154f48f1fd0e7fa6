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

test("closing what came of it returns to none", () => {
  expect(after("submitted", "failed", "closed")).toBe("none");
  expect(after("submitted", "answered", "closed")).toBe("none");
});

test("a failed form may be sent again; one on its way may not", () => {
  expect(after("submitted", "failed", "submitted")).toBe("submitting");
  const sending: FormState = { kind: "submitting" };
  expect(formReducer(sending, "submitted")).toBe(sending);
  expect(formReducer(sending, "closed")).toBe(sending);
});

test("an answer without a question changes nothing", () => {
  expect(after("answered")).toBe("none");
  expect(after("failed")).toBe("none");
});
