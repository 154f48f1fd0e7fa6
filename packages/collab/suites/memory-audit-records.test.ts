import { auditRecordsSuite } from "./audit-records.suite.ts";
import { createMemoryAuditRecords } from "./memory-team-records.ts";

auditRecordsSuite(async () => ({ audit: createMemoryAuditRecords(), [Symbol.asyncDispose]: async () => {} }));
