import { createMemoryMessageRecords } from "./memory-message-records.ts";
import { messageRecordsSuite } from "./message-records.suite.ts";

messageRecordsSuite(async () => ({ messages: createMemoryMessageRecords(), [Symbol.asyncDispose]: async () => {} }));
