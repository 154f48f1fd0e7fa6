import { openMemoryMessageRecords } from "./memory-message-records.ts";
import { messageRecordsSuite } from "./message-records.suite.ts";

messageRecordsSuite(async () => ({ messages: openMemoryMessageRecords(), [Symbol.asyncDispose]: async () => {} }));
