import { createMemoryStatusRecords } from "./memory-status-records.ts";
import { statusRecordsSuite } from "./status-records.suite.ts";

statusRecordsSuite(async () => ({
  status: createMemoryStatusRecords(),
  async [Symbol.asyncDispose]() {},
}));
