import { chatRecordsSuite } from "./chat-records.suite.ts";
import { createMemoryChatRecords } from "./memory-chat-records.ts";

chatRecordsSuite(async () => ({ chats: createMemoryChatRecords(), async [Symbol.asyncDispose]() {} }));
