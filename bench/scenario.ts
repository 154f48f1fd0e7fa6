import type { Limits } from "@weft/protocol";
import type { DialectName } from "./load/document-dialect.ts";
import { dialects } from "./load/document-dialect.ts";
import type { Server, WeftServer } from "./servers.ts";

/** A measurement, with its goals. */
export interface Scenario {
  readonly name: string;
  /** A description in one sentence. */
  readonly title: string;
  /** The file in `references/` that runs beside our server, if there is anything to compare with. */
  readonly reference?: string;
  /** Further references, shown beside that one and not compared with. */
  readonly beside?: readonly string[];
  readonly limits?: Partial<Limits>;
  /** Both servers use it in place of the embedded database. */
  readonly database?: "postgres";
  readonly figures: readonly Figure[];
  /** One run against one server. Called several times, alternating with the other servers of the scenario. */
  measure(subject: Subject, run: Run): Promise<Sample>;
}

/** A figure of a sample, as it is reported. */
export interface Figure {
  readonly key: string;
  readonly label: string;
  readonly unit: string;
  readonly target?: Target;
}

export interface Target {
  /** Of ours to the reference's figure of the same key, or of ours alone. */
  readonly of: "ratio" | "value";
  readonly atLeast?: number;
  readonly atMost?: number;
  /** The reference's figure to compare with, when it has another key. */
  readonly against?: string;
}

export type Sample = Readonly<Record<string, number>>;

/** How long a run may take: for reliable figures, for a quick look, or only to check that it works. */
export type Pace = "full" | "quick" | "moment";

export interface Run {
  /** Counts from 0; the first run of a server warms it up for longer. */
  readonly index: number;
  readonly pace: Pace;
  /** A word that is unique to this run of the scenario, for names of rooms. */
  readonly mark: string;
}

/** What is measured: our server (as checked out, or as it was at another revision) or a reference. */
export interface Subject {
  readonly name: string;
  readonly kind: "weft" | "reference";
  readonly server: Server;
  /** The protocol of its documents. */
  readonly dialect: DialectName;
  /** Creates rooms that any user with a token can write to. References have every room already. */
  createRooms(ids: readonly string[]): Promise<void>;
  /** A signed token for one user and all rooms; nothing for a reference. */
  token(userId: string): Promise<string>;
  socketUrl(room: string, token: string): string;
  /** The REST side of our server. */
  readonly weft: WeftServer;
}

export function weftSubject(name: string, server: WeftServer): Subject {
  return {
    name,
    kind: "weft",
    server,
    dialect: "weft",
    weft: server,
    async createRooms(ids) {
      for (let at = 0; at < ids.length; at += 32)
        await Promise.all(
          ids.slice(at, at + 32).map((id) => server.call("POST", "/v2/rooms", { id, defaultAccesses: ["room:write"] })),
        );
    },
    async token(userId) {
      const body = { userId, permissions: { "*": ["room:write"] } };
      return ((await server.call("POST", "/v2/authorize-user", body)) as { token: string }).token;
    },
    socketUrl: (room, token) =>
      `ws://127.0.0.1:${server.port}/v8?roomId=${encodeURIComponent(room)}&tok=${token}&version=3.24.2`,
  };
}

/** `file` is the one in `references/`. */
export function referenceSubject(name: string, file: string, server: Server): Subject {
  return {
    name,
    kind: "reference",
    server,
    dialect: file in dialects ? (file as DialectName) : "weft",
    get weft(): WeftServer {
      throw new Error("A reference has no REST side of ours.");
    },
    createRooms: () => Promise.resolve(),
    token: () => Promise.resolve(""),
    socketUrl: (room) => `ws://127.0.0.1:${server.port}/v8?roomId=${encodeURIComponent(room)}`,
  };
}

/** Addresses for `perRoom` connections to each of these rooms, which are made. Every connection of a room is another user. */
export async function seats(subject: Subject, rooms: readonly string[], perRoom: number): Promise<string[][]> {
  await subject.createRooms(rooms);
  const tokens: string[] = [];
  for (let i = 0; i < perRoom; i++) tokens.push(await subject.token(`user-${i}`));
  return rooms.map((room) => tokens.map((token) => subject.socketUrl(room, token)));
}

/** How long a server is warmed up and measured. */
export function timing({ index, pace }: Run): { warmUpMs: number; windowMs: number } {
  if (pace === "moment") return { warmUpMs: 200, windowMs: 1_000 };
  if (pace === "quick") return { warmUpMs: index === 0 ? 1_500 : 700, windowMs: 2_500 };
  return { warmUpMs: index === 0 ? 4_000 : 1_500, windowMs: 5_000 };
}

/** A count for the pace of a run; a moment takes a tenth of a quick one. */
export function sized({ pace }: Run, sizes: { readonly full: number; readonly quick: number }): number {
  return pace === "moment" ? Math.ceil(sizes.quick / 10) : sizes[pace];
}
