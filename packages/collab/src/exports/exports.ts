/**
 * Exports: everything that a project holds, in one file, made in the background.
 *
 *   request ─► row that waits, and a job ─► room by room ─► archive, in parts ─► joined ─► row is done, and a mail
 *                                   ▲         └ died, failed: its bytes are given up
 *                                   └──────────────┘ a few times
 *
 * - One room is in memory, without its threads and feeds, and one part of the file.
 * - Bytes are written only while a row names them. A process that lost its claim writes on for one part at most, and what
 *   it wrote is deleted when its claim would have ended.
 * - A file is there for a while, for members of the team. Its bytes are deleted as all others are.
 */
import { createHash, randomBytes } from "node:crypto";
import { limits as platformLimits, WeftError } from "@weft/protocol";
import type { Limits, ProjectId } from "@weft/protocol";
import type { ProjectRecord } from "../projects/project-records.ts";
import type { BlobPart, BlobStore } from "../uploads/blob-store.ts";
import { bothEffects } from "../effects.ts";
import type { Effects } from "../effects.ts";
import { JobRefused, JobStopped } from "../jobs/job.ts";
import type { JobHandler, RunningJob } from "../jobs/job.ts";
import type { NewJob } from "../jobs/new-job.ts";
import type { RoomRecord } from "../rooms/room-records.ts";
import type { Rooms } from "../rooms/rooms.ts";
import type { ExportRecord, ExportRecords } from "./export-records.ts";
import { zip } from "./zip.ts";
import type { ZipFile } from "./zip.ts";

/** What the archive holds of a room. */
export interface ExportedRoom {
  readonly files: readonly ZipFile[];
  /** Further files, read one at a time while the archive is written. */
  readonly more?: AsyncIterable<ZipFile>;
  /** What could not be read, in sentences. */
  readonly missing: readonly string[];
}

/** How an export has ended. */
export interface ExportOutcome {
  readonly record: ExportRecord;
  readonly project: ProjectRecord;
}

export interface Exports {
  /** CONFLICT while one of the project is under way. */
  request(project: ProjectId, by: string, effects?: Effects): Promise<ExportRecord>;
  /** Newest first. */
  list(project: ProjectId): Promise<readonly ExportRecord[]>;
  /** The file of an export that is done. NOT_FOUND. */
  file(project: ProjectId, id: string): Promise<ExportRecord>;
  /** A URL at which anyone can read the file for a short while; undefined if only this server can. */
  address(file: ExportRecord, name: string): Promise<string | undefined>;
  /** NOT_FOUND. */
  read(file: ExportRecord): Promise<AsyncIterable<Uint8Array>>;

  /** Makes exports. */
  readonly handler: JobHandler;
  /** Drops files whose time is over. */
  sweep(): Promise<void>;
}

export interface ExportsOptions {
  readonly records: ExportRecords;
  readonly blobs: BlobStore;
  readonly rooms: Pick<Rooms, "list">;
  readonly project: (id: ProjectId) => Promise<ProjectRecord | undefined>;
  /**
   * Reads a room; undefined when it is not there any more. `lenient`: what cannot be read is missing, instead of a reason
   * to try again later.
   */
  readonly read: (project: ProjectRecord, room: RoomRecord, lenient: boolean) => Promise<ExportedRoom | undefined>;
  /** What the project holds beside its rooms, read one file at a time. */
  readonly readProject?: (project: ProjectRecord) => AsyncIterable<ZipFile>;
  /** The emails that notify its requester of the outcome. */
  readonly mails: (outcome: ExportOutcome) => Promise<readonly NewJob[]>;
  readonly now: () => number;
  readonly limits?: Limits;
}

export function createExports(options: ExportsOptions): Exports {
  return new RecordedExports(options);
}

/** Another process has it now, or the project is gone: there is nothing more to do or to report. */
class ClaimLost extends Error {}
/** A failure that a retry would not change. */
class Hopeless extends Error {}

/** How long a link to a bucket works: the browser follows it at once. */
const addressMs = 60_000;
/** How often the progress of an export is stored. */
const progressMs = 1_000;

class RecordedExports implements Exports {
  readonly #options: ExportsOptions;
  readonly #limits: Limits;
  readonly handler: JobHandler;

  constructor(options: ExportsOptions) {
    this.#options = options;
    this.#limits = options.limits ?? platformLimits;
    this.handler = {
      kind: "export",
      leaseMs: this.#limits.exportLeaseMs,
      tries: this.#limits.exportAttempts,
      // An export takes long, so it is often under way when a server stops for another reason.
      deaths: this.#limits.exportAttempts,
      run: (job) => this.#run(job),
      parked: (job) => this.#parked(job),
    };
  }

  async request(project: ProjectId, by: string, effects: Effects = {}): Promise<ExportRecord> {
    const { records, now } = this.#options;
    const wish = { project, id: `exp_${randomBytes(16).toString("base64url")}`, requestedBy: by, requestedAt: now() };
    const job: NewJob = {
      kind: "export",
      key: `${project} ${wish.id}`,
      createdAt: wish.requestedAt,
      payload: { project, export: wish.id },
    };
    const written = bothEffects(effects, { jobs: [job] });
    if (!(await records.insert(wish, this.#limits.exportsPerProject, written)))
      throw new WeftError("CONFLICT", {
        message: "An export of this project is in progress.",
        suggestion: "Wait until it has finished.",
      });
    return { ...wish, state: "waiting", roomsDone: 0, blob: "" };
  }

  list(project: ProjectId): Promise<readonly ExportRecord[]> {
    return this.#options.records.list(project);
  }

  async file(project: ProjectId, id: string): Promise<ExportRecord> {
    const record = await this.#options.records.find(project, id);
    if (record?.state !== "done" || this.#options.now() >= (record.expiresAt ?? 0)) throw unknown();
    return record;
  }

  address({ blob }: ExportRecord, name: string): Promise<string | undefined> {
    const headers = { type: "application/zip", disposition: `attachment; filename="${name}"` };
    return this.#options.blobs.address(blob, headers, addressMs);
  }

  async read({ blob }: ExportRecord): Promise<AsyncIterable<Uint8Array>> {
    const bytes = await this.#options.blobs.read(blob);
    if (bytes === undefined) throw unknown();
    return bytes;
  }

  async #parked(job: Pick<RunningJob, "payload" | "claim">): Promise<void> {
    const { records, project: find } = this.#options;
    const record = await records.find(job.payload["project"] as ProjectId, job.payload["export"] as string);
    const project = await find(job.payload["project"] as ProjectId);
    if (record !== undefined && project !== undefined && record.state !== "failed")
      await this.#fail(record, project, job, new Error("No process has come to the end of this export."));
  }

  async #run(job: RunningJob): Promise<void> {
    const { records, project: find } = this.#options;
    const id = { project: job.payload["project"] as ProjectId, id: job.payload["export"] as string };
    const record = await records.find(id.project, id.id);
    const project = await find(id.project);
    if (record === undefined || project === undefined) return;
    try {
      await this.#make(record, project, job);
    } catch (error) {
      if (error instanceof ClaimLost) return;
      if (error instanceof JobStopped || (!job.isLastTry && !(error instanceof Hopeless))) throw error;
      await this.#fail(record, project, job, error);
      throw new JobRefused(error instanceof Error ? error.message : String(error), { cause: error });
    }
  }

  async sweep(): Promise<void> {
    await this.#options.records.dropExpired(this.#options.now());
  }

  async #make(record: ExportRecord, project: ProjectRecord, job: RunningJob): Promise<void> {
    const { records, blobs, now, mails } = this.#options;
    const { claim, signal, isLastTry: lenient } = job;
    if (!(await records.begin(record, claim))) throw new ClaimLost();
    const roomsTotal = await records.countRooms(project.id);
    if (roomsTotal > this.#limits.exportRooms)
      throw new Hopeless(
        `The project has ${roomsTotal} rooms, and an export holds at most ${this.#limits.exportRooms}. Read them by the REST API.`,
      );
    const blob = `${project.id}/exports/${randomBytes(24).toString("base64url")}`;
    const session = await blobs.startParts(blob);
    let roomsDone = 0;
    let saidAt = -Infinity;
    const goOn = async () => {
      if (signal.aborted) throw new JobStopped();
      if (now() - saidAt < progressMs) return;
      saidAt = now();
      const until = saidAt + this.#limits.exportLeaseMs;
      // Rooms that were created since the count are in it, too.
      const at = { roomsDone, roomsTotal: Math.max(roomsTotal, roomsDone), until };
      if (!(await records.progress(record, at, claim))) throw new ClaimLost();
    };
    try {
      const until = now() + this.#limits.exportLeaseMs;
      if (!(await records.place(record, { blob, session, until }, claim))) throw new ClaimLost();
      const startedAt = now();
      const archive = zip(
        this.#files(project, lenient, async (done) => {
          roomsDone = done;
          await goOn();
        }),
        startedAt,
      );
      const parts: BlobPart[] = [];
      let size = 0;
      for await (const part of inParts(archive, this.#limits.exportPart)) {
        const number = parts.length + 1;
        parts.push({ number, tag: await blobs.putPart(blob, session, number, part) });
        size += part.length;
        await goOn();
      }
      await blobs.joinParts(blob, session, parts);
      const finishedAt = now();
      const expiresAt = finishedAt + this.#limits.exportLifetimeMs;
      const jobs = await mails({ record: { ...record, state: "done", roomsDone }, project });
      const end = { size, finishedAt, expiresAt, roomsDone };
      if (!(await records.finish(record, end, { jobs, holding: claim }))) throw new ClaimLost();
    } catch (error) {
      // The row may not name them any more.
      if (error instanceof ClaimLost) await blobs.dropParts(blob, session).catch(() => undefined);
      throw error;
    }
  }

  /** Every file of the archive: of each room, then those of the project. */
  async *#files(
    project: ProjectRecord,
    lenient: boolean,
    done: (rooms: number) => Promise<void>,
  ): AsyncGenerator<ZipFile> {
    const { rooms, read, readProject, now } = this.#options;
    let count = 0;
    let incomplete = 0;
    let cursor: string | null | undefined;
    while (cursor !== null) {
      const page = await rooms.list(project.id, {
        limit: this.#limits.pageSizeMax,
        ...(cursor === undefined ? undefined : { startingAfter: cursor }),
      });
      for (const room of page.rooms) {
        await done(count);
        const exported = await read(project, room, lenient);
        if (exported === undefined) continue;
        const folder = `rooms/${folderOf(room.id)}`;
        for (const { name, pieces } of exported.files) yield { name: `${folder}/${name}`, pieces };
        for await (const { name, pieces } of exported.more ?? []) {
          yield { name: `${folder}/${name}`, pieces };
          await done(count);
        }
        if (exported.missing.length > 0) {
          incomplete++;
          yield { name: `${folder}/missing.txt`, pieces: [Buffer.from(`${exported.missing.join("\n")}\n`)] };
        }
        count++;
      }
      cursor = page.nextCursor;
    }
    for await (const file of readProject?.(project) ?? []) {
      yield file;
      await done(count);
    }
    await done(count);
    const summary = {
      format: 1,
      project: { id: project.id, name: project.name, type: project.type },
      finishedAt: new Date(now()).toISOString(),
      rooms: count,
      incompleteRooms: incomplete,
    };
    yield { name: "export.json", pieces: [Buffer.from(`${JSON.stringify(summary, null, 2)}\n`)] };
  }

  async #fail(
    record: ExportRecord,
    project: ProjectRecord,
    job: Pick<RunningJob, "claim">,
    error: unknown,
  ): Promise<void> {
    const { records, now, mails } = this.#options;
    const failure =
      error instanceof Hopeless ? error.message : `It failed ${this.#limits.exportAttempts} times. Ask for another.`;
    const finishedAt = now();
    const end = { failure, finishedAt, expiresAt: finishedAt + this.#limits.exportLifetimeMs };
    const jobs = await mails({ record: { ...record, state: "failed", failure }, project });
    await records.fail(record, end, { jobs, holding: job.claim });
  }
}

/** A folder's name that every file system takes and no other room has: what can be kept of the id, and a piece of its hash. */
export function folderOf(roomId: string): string {
  const readable = roomId.replaceAll(/[^\w-]+/g, "-").slice(0, 60);
  return `${readable}-${createHash("sha256").update(roomId).digest("hex").slice(0, 12)}`;
}

/** The same bytes in parts of this length; the last may be shorter. */
async function* inParts(bytes: AsyncIterable<Uint8Array>, length: number): AsyncGenerator<Uint8Array> {
  let part = Buffer.allocUnsafe(length);
  let filled = 0;
  for await (let piece of bytes)
    while (piece.length > 0) {
      const taken = piece.subarray(0, length - filled);
      part.set(taken, filled);
      filled += taken.length;
      piece = piece.subarray(taken.length);
      if (filled < length) continue;
      yield part;
      // The consumer may still hold the part.
      part = Buffer.allocUnsafe(length);
      filled = 0;
    }
  if (filled > 0) yield part.subarray(0, filled);
}

function unknown(): WeftError {
  return new WeftError("NOT_FOUND", { message: "Export not found.", suggestion: "Request a new export." });
}
