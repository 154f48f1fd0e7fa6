import type { PersonRecord } from "../src/teams/person-records.ts";
import { createMemoryAuditRecords, createMemoryTeamRecords } from "./memory-team-records.ts";
import { teamRecordsSuite } from "./team-records.suite.ts";

const person = (id: string): PersonRecord => ({
  id,
  email: `${id}@weft.test`,
  emailVerified: true,
  firstName: id,
  lastName: "",
  twoFactorEnabled: false,
  createdAt: 0,
});

teamRecordsSuite(async () => {
  const audit = createMemoryAuditRecords();
  const teams = createMemoryTeamRecords(["ada", "bob", "cleo"].map(person), audit);
  return { teams, audit, async [Symbol.asyncDispose]() {} };
});
