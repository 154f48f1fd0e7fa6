import type { PersonRecord } from "../src/teams/person-records.ts";
import { managementTokenRecordsSuite } from "./management-token-records.suite.ts";
import { createMemoryManagementTokenRecords } from "./memory-management-token-records.ts";
import { createMemoryAuditRecords, createMemoryTeamRecords } from "./memory-team-records.ts";

const ada: PersonRecord = {
  id: "ada",
  email: "ada@weft.test",
  emailVerified: true,
  firstName: "Ada",
  lastName: "",
  twoFactorEnabled: false,
  createdAt: 0,
};

managementTokenRecordsSuite(async () => {
  const audit = createMemoryAuditRecords();
  const teams = createMemoryTeamRecords([ada], audit);
  const tokens = createMemoryManagementTokenRecords(teams, audit);
  return { tokens, teams, audit, async [Symbol.asyncDispose]() {} };
});
