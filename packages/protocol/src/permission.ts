import { z } from "zod";

/** The 20 permission strings that clients understand. Any other string makes an SDK client throw. */
export const permissions = [
  "*:read",
  "*:write",
  "room:read",
  "room:write",
  "room:presence:write",
  "storage:none",
  "storage:read",
  "storage:write",
  "comments:none",
  "comments:read",
  "comments:write",
  "comments:public:none",
  "comments:public:read",
  "comments:public:write",
  "comments:private:none",
  "comments:private:read",
  "comments:private:write",
  "feeds:none",
  "feeds:read",
  "feeds:write",
] as const;

export const Permission = z.enum(permissions).meta({ id: "Permission", description: "A permission string." });
export type Permission = z.output<typeof Permission>;

/** none < read < write. */
export type Level = "none" | "read" | "write";

/** What a holder may do, completed: every resource has a level. */
export interface AccessMatrix {
  readonly room: Level;
  readonly storage: Level;
  readonly commentsPublic: Level;
  readonly commentsPrivate: Level;
  readonly feeds: Level;
}
