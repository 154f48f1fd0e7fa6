import { copilotRecordsSuite } from "./copilot-records.suite.ts";
import { createMemoryCopilotRecords } from "./memory-copilot-records.ts";

copilotRecordsSuite(async () => ({
  copilots: createMemoryCopilotRecords(),
  createProject: async () => {},
  async [Symbol.asyncDispose]() {},
}));
