import type { ProjectId } from "@weft/protocol";
import { noCounts, roomCounted } from "../src/activity/activity-records.ts";
import type {
  ContentsRecord,
  DayRecord,
  EventRecord,
  MinuteRecord,
  RequestRecord,
  RoomUsage,
  SampleRecord,
} from "../src/activity/activity-records.ts";

export const project = "p1" as ProjectId;
export const otherProject = "p2" as ProjectId;

export function newEvent(id: string, change: Partial<EventRecord> = {}): EventRecord {
  return {
    project,
    id,
    at: 1,
    kind: "userEntered",
    room: null,
    user: null,
    connection: null,
    code: null,
    data: {},
    ...change,
  };
}

export function newRequest(id: string, change: Partial<RequestRecord> = {}): RequestRecord {
  return {
    project,
    id,
    at: 1,
    method: "GET",
    path: "/v2/rooms",
    status: 200,
    durationMs: 1,
    key: null,
    errorCode: null,
    ...change,
  };
}

export function contentsOf({ project: of, id, at }: Pick<RequestRecord, "project" | "id" | "at">): ContentsRecord {
  return { project: of, id, at, endpoint: "get-room", contents: `{"request":"${id}"}` };
}

export function newMinute(at: number, change: Partial<MinuteRecord> = {}): MinuteRecord {
  return { project, at, done: 0, redirected: 0, refused: 0, failed: 0, unlisted: 0, ...change };
}

export function newDay(day: number, change: Partial<DayRecord> = {}): DayRecord {
  return { ...noCounts(), project, day, peakRoomConnections: 0, lastAt: 0, ...change };
}

export function newSample(at: number, change: Partial<SampleRecord> = {}): SampleRecord {
  return {
    ...noCounts(),
    project,
    at,
    connectionsMax: 0,
    connectionMs: 0,
    roomMs: 0,
    activeUsers: 0,
    activeRooms: 0,
    ...change,
  };
}

export function newRoomUsage(room: string, day: number, change: Partial<RoomUsage> = {}): RoomUsage {
  const counts = noCounts();
  const ofRoom = Object.fromEntries(roomCounted.map((name) => [name, counts[name]])) as Omit<
    RoomUsage,
    "project" | "room" | "day"
  >;
  return { ...ofRoom, project, room, day, ...change };
}
