import { expect, test } from "vitest";
import { displayName } from "./display-name.ts";

test.each([
  [{ firstName: "Ada", lastName: "Lovelace", email: "a@x.io" }, "Ada Lovelace"],
  [{ firstName: "Ada", lastName: "", email: "a@x.io" }, "Ada"],
  [{ firstName: "", lastName: "", email: "grace.h@x.io" }, "grace.h"],
])("%j is called %j", (user, name) => expect(displayName(user)).toBe(name));
