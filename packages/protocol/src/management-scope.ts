import { z } from "zod";

/** What a management token may do: read, or change something. Neither includes the other. */
export const ManagementScope = z.enum(["read:all", "write:all"]);
export type ManagementScope = z.output<typeof ManagementScope>;
