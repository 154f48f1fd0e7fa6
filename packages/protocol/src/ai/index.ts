export * from "./chat.ts";
export * from "./command.ts";
export * from "./event.ts";
export * from "./failures.ts";
export * from "./models.ts";
