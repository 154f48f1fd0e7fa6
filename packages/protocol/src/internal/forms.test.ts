import { expect, test } from "vitest";
import { sendSales } from "./messages.ts";
import { createProject } from "./teams.ts";

const inquiry = {
  firstName: "Ada",
  lastName: "Lovelace",
  email: "ada@example.com",
  companySize: "1-10",
  role: "Engineer",
  message: "Hi",
  route: "/contact",
};

test("companies have the sizes and roles that people choose from", () => {
  const takes = (change: object) => sendSales.body!.safeParse({ ...inquiry, ...change }).success;
  for (const companySize of ["1-10", "10-100", "100-1,000", "1,000-5,000", "5,000+"])
    expect([companySize, takes({ companySize })]).toEqual([companySize, true]);
  for (const role of ["Engineer", "Product Manager", "Engineering Leader", "Product Leader", "C-level", "Other"])
    expect([role, takes({ role })]).toEqual([role, true]);
  expect([takes({ companySize: "2" }), takes({ role: "Visitor" })]).toEqual([false, false]);
});

test("a project is for development and bound to no region, unless it says otherwise", () => {
  const body = createProject.body!;
  expect(body.parse({ displayName: "One" })).toEqual({ displayName: "One", type: "dev", regionRestriction: "none" });
  for (const type of ["dev", "prod"])
    for (const regionRestriction of ["none", "us", "eu"])
      expect(body.parse({ displayName: "One", type, regionRestriction })).toMatchObject({ type, regionRestriction });
  expect(body.safeParse({ displayName: "One", type: "staging" }).success).toBe(false);
  expect(body.safeParse({ displayName: "One", regionRestriction: "mars" }).success).toBe(false);
});
