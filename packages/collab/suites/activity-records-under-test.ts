import type { ProjectId, RoomAddress } from "@weft/protocol";
import type { ActivityRecords } from "../src/activity/activity-records.ts";
import type { UploadKind } from "../src/uploads/upload-records.ts";

/** What an adapter brings to the suites of ActivityRecords. */
export interface ActivityRecordsUnderTest extends AsyncDisposable {
  readonly activity: ActivityRecords;
  createProject(project: ProjectId): Promise<void>;
  createRoom(room: RoomAddress): Promise<void>;
  deleteRoom(room: RoomAddress): Promise<void>;
  /** Writes nodes of Storage, each compact JSON text, into the room. */
  writeNodes(room: RoomAddress, nodes: Readonly<Record<string, string>>): Promise<void>;
  /** Writes a document of so many bytes into the room, whatever it held under that guid. */
  writeDocument(room: RoomAddress, guid: string, bytes: number): Promise<void>;
  /** Uploads a file of so many bytes to the room. */
  uploadFile(room: RoomAddress, kind: UploadKind, bytes: number): Promise<void>;
}

export type OpenActivityRecords = () => Promise<ActivityRecordsUnderTest>;
