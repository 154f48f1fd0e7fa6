import type { EventRecord, RequestRecord } from "@weft/collab";
import type { ProjectId } from "@weft/protocol";

/** The events and requests of projects, as they happen. */
export interface ActivityFeed {
  /** Calls the follower, which must neither throw nor take long, until it is disposed of. */
  follow(
    project: ProjectId,
    follower: { readonly event: (event: EventRecord) => void; readonly request: (request: RequestRecord) => void },
  ): Disposable;
}
