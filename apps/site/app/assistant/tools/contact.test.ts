import { expect, test } from "vitest";
import { contactCancelled, contactFailures, contactTypes } from "./contact.ts";

test("a failure to send a message names the type of the message", () => {
  expect(contactFailures).toEqual({
    support: "Failed to send support message.",
    sales: "Failed to send sales inquiry.",
    feedback: "Failed to send feedback message.",
  });
  expect(contactTypes.map(contactCancelled)).toEqual([
    "Cancelled sending support message.",
    "Cancelled sending sales message.",
    "Cancelled sending feedback message.",
  ]);
});
