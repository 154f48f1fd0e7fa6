/**
 * What a project may have in all: rooms, and bytes of Storage, documents, files, feeds, comments, notifications and chats. Each
 * room and each user has bounds of its own, but they are unlimited in number, so that without these one public key could fill
 * the disk.
 *
 * Usage is measured at most once a minute and project, and less often where that takes long; what is admitted in between is added to it, also
 * by other processes, which tell each other in portions of a thousandth of the limit. It is a bound
 * against filling the disk, not an invoice: what was deleted counts until the next measurement.
 */
import { WeftError } from "@weft/protocol";
import type { Limits, ProjectId } from "@weft/protocol";
import { FreshCache } from "./fresh-cache.ts";
import { demoProjectId } from "./projects/own-projects.ts";
import { createSharedCounts, portionOf } from "./shared-counts.ts";
import { createInProcessSignals } from "./signals/in-process-signals.ts";
import type { Signals } from "./signals/signals.ts";

export interface ProjectUsage {
  readonly rooms: number;
  /** Of Storage, documents, files, feeds, comments, notifications and chats, uploads that have begun included. */
  readonly bytes: number;
}

export interface QuotaRecords {
  measure(project: ProjectId): Promise<ProjectUsage>;
}

/** Both reject with PROJECT_FULL when the project would be over its limit. */
export interface Quotas {
  admitRoom(project: ProjectId): Promise<void>;
  admitBytes(project: ProjectId, bytes: number): Promise<void>;
}

export interface QuotasOptions {
  readonly records: QuotaRecords;
  readonly limits: Pick<Limits, "roomsPerProject" | "bytesPerProject" | "roomsInDemo" | "bytesInDemo">;
  /** Reach the other processes. By default, there are none. */
  readonly signals?: Signals;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
}

const freshMs = 60_000;
/** A measurement lasts so many times as long as it took: measuring takes no more than a hundredth of the time. */
const freshFor = 100;
/** Projects whose usage is remembered; the one that was used last longest ago is forgotten. */
const remembered = 10_000;

interface Measured {
  rooms: number;
  bytes: number;
}

export function createQuotas({ records, limits, signals = createInProcessSignals(), now }: QuotasOptions): Quotas {
  const usages = new FreshCache<ProjectId, Measured>({
    capacity: remembered,
    freshForMs: (tookMs) => Math.max(freshMs, tookMs * freshFor),
    now,
  });
  const shared = (what: keyof Measured) =>
    createSharedCounts({
      signals,
      name: `${what} of projects`,
      taken(project, amount) {
        const usage = usages.last(project as ProjectId);
        if (usage !== undefined) usage[what] += amount;
      },
    });
  const [rooms, bytesTaken] = [shared("rooms"), shared("bytes")];
  /** What is admitted is added to what this answers. */
  const measure = (project: ProjectId): Promise<Measured> =>
    usages.read(project, async () => ({ ...(await records.measure(project)) }));

  /** Strangers have the key of the demo project: it is in every page of the examples. */
  const mostOf = (project: ProjectId) =>
    project === demoProjectId
      ? {
          rooms: Math.min(limits.roomsInDemo, limits.roomsPerProject),
          bytes: Math.min(limits.bytesInDemo, limits.bytesPerProject),
        }
      : { rooms: limits.roomsPerProject, bytes: limits.bytesPerProject };

  return {
    async admitRoom(project) {
      const most = mostOf(project);
      const usage = await measure(project);
      if (usage.rooms + 1 > most.rooms)
        throw new WeftError("PROJECT_FULL", { message: `The project has ${most.rooms} rooms, its limit.` });
      if (usage.bytes > most.bytes) throw full(most.bytes);
      usage.rooms += 1;
      rooms.add(project, 1, portionOf(most.rooms));
    },
    async admitBytes(project, bytes) {
      const most = mostOf(project);
      const usage = await measure(project);
      if (usage.bytes + bytes > most.bytes) throw full(most.bytes);
      usage.bytes += bytes;
      bytesTaken.add(project, bytes, portionOf(most.bytes));
    },
  };
}

function full(bytes: number): WeftError {
  return new WeftError("PROJECT_FULL", { message: `The project has reached its limit of ${bytes} bytes.` });
}
