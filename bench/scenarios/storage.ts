import type { Figure, Scenario } from "../scenario.ts";
import { seats, timing } from "../scenario.ts";
import { runLoad } from "../servers.ts";
import type { OpsLoad } from "../load/ops.ts";

interface Shape {
  readonly name: string;
  readonly title: string;
  readonly kind: OpsLoad["kind"];
  readonly rooms: number;
  readonly perRoom: number;
  readonly inFlight: number;
  readonly times?: number;
  readonly cpu?: number;
  readonly p99?: number;
  readonly database?: "postgres";
}

function storage(shape: Shape): Scenario {
  const figures: Figure[] = [
    {
      key: "perSecond",
      label: "ops acked per second",
      unit: "op/s",
      ...(shape.times === undefined ? {} : { target: { of: "ratio", atLeast: shape.times } }),
    },
    {
      key: "cpuPerOp",
      label: "CPU for each op",
      unit: "µs",
      ...(shape.cpu === undefined ? {} : { target: { of: "ratio", atMost: shape.cpu } }),
    },
    { key: "load", label: "CPU of one core", unit: "%" },
    { key: "p50", label: "ack p50", unit: "ms" },
    {
      key: "p99",
      label: "ack p99",
      unit: "ms",
      ...(shape.p99 === undefined ? {} : { target: { of: "value", atMost: shape.p99 } }),
    },
  ];
  return {
    name: shape.name,
    title: shape.title,
    reference: shape.database === undefined ? "commit-per-op" : `commit-per-op-${shape.database}`,
    ...(shape.database === undefined ? {} : { database: shape.database }),
    figures,
    async measure(subject, run) {
      const { warmUpMs, windowMs } = timing(run);
      const ids = Array.from({ length: shape.rooms }, (_, room) => `${shape.name}-${run.mark}-${room}`);
      const result = await runLoad("ops", {
        pid: subject.server.pid,
        rooms: await seats(subject, ids, shape.perRoom),
        kind: shape.kind,
        inFlight: shape.inFlight,
        warmUpMs,
        windowMs,
      });
      return {
        perSecond: result.acked / (result.wallMs / 1_000),
        cpuPerOp: (result.cpuMs * 1_000) / result.acked,
        load: (result.cpuMs / result.wallMs) * 100,
        p50: result.p50,
        p99: result.p99,
      };
    },
  };
}

/**
 * An SDK does not wait for acks: it sends what was done since its last flush, up to 60 times a second. A closed loop with
 * a few ops under way stands for that, for ours and the reference alike.
 */
const inFlight = 8;

const oneRoom = { rooms: 1, perRoom: 10, times: 4, cpu: 0.35 };

export const storageScenarios: readonly Scenario[] = [
  storage({
    ...oneRoom,
    name: "storage-update",
    title: `10 people in one room set fields of one object, ${inFlight} ops each under way`,
    kind: "update",
    inFlight,
  }),
  storage({
    ...oneRoom,
    name: "storage-push",
    title: `10 people in one room append to one list, ${inFlight} ops each under way`,
    kind: "push",
    inFlight,
  }),
  storage({
    ...oneRoom,
    name: "storage-move",
    title: `10 people in one room move items of one list, ${inFlight} ops each under way`,
    kind: "move",
    inFlight,
  }),
  storage({
    name: "storage-update-one",
    title: "10 people in one room set fields of one object, each waits for its ack",
    kind: "update",
    rooms: 1,
    perRoom: 10,
    inFlight: 1,
  }),
  storage({
    name: "storage-crowd",
    title: "100 people in one room set fields of one object, each waits for its ack",
    kind: "update",
    rooms: 1,
    perRoom: 100,
    inFlight: 1,
  }),
  storage({
    name: "storage-rooms",
    title: `50 rooms of 2 people set fields, ${inFlight} ops each under way`,
    kind: "update",
    rooms: 50,
    perRoom: 2,
    inFlight,
    times: 8,
    cpu: 0.15,
    p99: 20,
  }),
  storage({
    name: "storage-rooms-postgres",
    title: `50 rooms of 2 people set fields, ${inFlight} ops each under way, on PostgreSQL`,
    kind: "update",
    rooms: 50,
    perRoom: 2,
    inFlight,
    times: 8,
    cpu: 0.35,
    database: "postgres",
  }),
  storage({
    name: "storage-rooms-one",
    title: "50 rooms of 2 people set fields, each waits for its ack",
    kind: "update",
    rooms: 50,
    perRoom: 2,
    inFlight: 1,
    p99: 20,
  }),
];
