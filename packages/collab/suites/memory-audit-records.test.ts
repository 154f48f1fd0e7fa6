import { auditRecordsSuite } from "./audit-records.suite.ts";
import { openMemoryAuditRecords } from "./memory-team-records.ts";

auditRecordsSuite(async () => ({ audit: openMemoryAuditRecords(), [Symbol.asyncDispose]: async () => {} }));
