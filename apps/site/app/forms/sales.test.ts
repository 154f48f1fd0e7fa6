import { sendSales } from "@weft/protocol";
import { companyRoles, companySizes } from "@weft/protocol/internal/form-rules";
import { expect, test } from "vitest";
import { canSendSales, salesBody, salesFaults } from "./sales.ts";
import type { SalesFields } from "./sales.ts";

const ada: SalesFields = {
  firstName: "Ada",
  lastName: "Lovelace",
  email: "ada@example.com",
  companySize: "10-100",
  role: "Engineering Leader",
  message: " Hello ",
  extra: "",
};

test("a complete form is sent in the server's format", () => {
  expect(canSendSales(ada)).toBe(true);
  expect(salesFaults(ada)).toEqual({});
  const body = salesBody(ada, "/contact");
  expect(body).toEqual({ ...ada, message: "Hello", extra: "", hasBookedMeeting: false, route: "/contact" });
  expect(sendSales.body?.safeParse(body).success).toBe(true);
});

test("missing values are reported by field", () => {
  const empty: SalesFields = { ...ada, firstName: "", lastName: "", companySize: "", role: "" };
  expect(canSendSales(empty)).toBe(true);
  expect(Object.keys(salesFaults(empty))).toEqual(["firstName", "companySize", "role"]);
  expect(salesBody(empty, "/contact")).toBeUndefined();
});

test("a filled extra field, no address or no message keep the button off", () => {
  expect(canSendSales({ ...ada, extra: "x" })).toBe(false);
  expect(canSendSales({ ...ada, email: "" })).toBe(false);
  expect(canSendSales({ ...ada, message: "" })).toBe(false);
});

test("the server accepts exactly the sizes and roles that the form offers", () => {
  for (const companySize of companySizes) expect(taken({ ...ada, companySize })).toBe(true);
  for (const role of companyRoles) expect(taken({ ...ada, role })).toBe(true);
  expect(taken({ ...ada, companySize: "7" as "1-10" })).toBe(false);
  expect(taken({ ...ada, role: "Owner" as "Other" })).toBe(false);
});

function taken(fields: SalesFields): boolean {
  const accepted = sendSales.body!.safeParse(salesBody(fields, "/contact")).success;
  expect(accepted).toBe(Object.keys(salesFaults(fields)).length === 0);
  return accepted;
}
