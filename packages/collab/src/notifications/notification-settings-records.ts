import type { ProjectId } from "@weft/protocol";
import type { Effects } from "../effects.ts";

/** Where the notification settings of projects and of their users are kept, each as JSON text. Writes are durable when they answer. */
export interface NotificationSettingsRecords {
  /** Of the project itself. */
  ofProject(project: ProjectId): Promise<string | undefined>;
  /** Of those users who have any. At most 1,000. */
  ofUsers(project: ProjectId, userIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Of a user, or of the project itself. False, with nothing written, when they are no longer `before`. */
  write(
    project: ProjectId,
    userId: string | undefined,
    settings: { readonly before: string | undefined; readonly after: string },
    effects?: Effects,
  ): Promise<boolean>;
  delete(project: ProjectId, userId: string): Promise<void>;
}
