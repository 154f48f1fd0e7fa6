import type { Figure, Scenario } from "../scenario.ts";
import { seats, timing } from "../scenario.ts";
import { runLoad } from "../servers.ts";
import { residentBytes } from "../measure.ts";

interface Shape {
  readonly name: string;
  readonly title: string;
  readonly rooms: number;
  readonly perRoom: number;
  readonly hz: number;
  /** Messages per CPU second, in multiples of the reference's. */
  readonly times?: number;
  readonly p50?: number;
  readonly p99?: number;
  /** CPU in percent of one core, at most. */
  readonly load?: number;
  /** A quiet room sends so little that it takes longer to measure its cost. */
  readonly longer?: number;
}

function presence(shape: Shape): Scenario {
  const { name, title, rooms, perRoom, hz } = shape;
  const figures: Figure[] = [
    {
      key: "perCpuSecond",
      label: "messages per CPU second",
      unit: "msg/s",
      ...(shape.times === undefined ? {} : { target: { of: "ratio", atLeast: shape.times } }),
    },
    { key: "perSecond", label: "messages carried per second", unit: "msg/s" },
    {
      key: "load",
      label: "CPU of one core",
      unit: "%",
      ...(shape.load === undefined ? {} : { target: { of: "value", atMost: shape.load } }),
    },
    {
      key: "p50",
      label: "latency p50",
      unit: "ms",
      ...(shape.p50 === undefined ? {} : { target: { of: "value", atMost: shape.p50 } }),
    },
    {
      key: "p99",
      label: "latency p99",
      unit: "ms",
      ...(shape.p99 === undefined ? {} : { target: { of: "value", atMost: shape.p99 } }),
    },
    { key: "delivered", label: "delivered", unit: "%", target: { of: "value", atLeast: 100 } },
    { key: "offered", label: "sent of what was meant to be", unit: "%" },
  ];
  return {
    name,
    title,
    reference: "broadcast",
    figures,
    async measure(subject, run) {
      const { warmUpMs, windowMs } = timing(run);
      const ids = Array.from({ length: rooms }, (_, room) => `${name}-${run.mark}-${room}`);
      const result = await runLoad("presence", {
        pid: subject.server.pid,
        rooms: await seats(subject, ids, perRoom),
        hz,
        warmUpMs,
        windowMs: windowMs * (shape.longer ?? 1),
      });
      return {
        perCpuSecond: result.carried / (result.cpuMs / 1_000),
        perSecond: result.carried / (result.wallMs / 1_000),
        load: (result.cpuMs / result.wallMs) * 100,
        p50: result.p50,
        p99: result.p99,
        delivered: result.delivered * 100,
        offered: result.offered * 100,
        resident: residentBytes(subject.server.pid),
      };
    },
  };
}

export const presenceScenarios: readonly Scenario[] = [
  presence({
    name: "presence-100x10",
    title: "100 people in one room move their cursors 10 times a second",
    rooms: 1,
    perRoom: 100,
    hz: 10,
    times: 4,
    p50: 8,
    p99: 25,
  }),
  presence({
    name: "presence-100x30",
    title: "100 people in one room, 30 times a second",
    rooms: 1,
    perRoom: 100,
    hz: 30,
    times: 7,
    p99: 30,
  }),
  presence({
    name: "presence-200x10",
    title: "200 people in one room, 10 times a second",
    rooms: 1,
    perRoom: 200,
    hz: 10,
    times: 7,
    p99: 30,
  }),
  presence({
    name: "presence-50x10",
    title: "50 people in one room, 10 times a second",
    rooms: 1,
    perRoom: 50,
    hz: 10,
  }),
  presence({
    name: "presence-10x60",
    title: "10 people in one room, 60 times a second",
    rooms: 1,
    perRoom: 10,
    hz: 60,
    // At most 1.1 times the CPU.
    times: 1 / 1.1,
    p50: 1,
  }),
  presence({
    name: "presence-1000",
    title: "1,000 people in one room, every five seconds",
    rooms: 1,
    perRoom: 1_000,
    hz: 0.2,
    load: 25,
    p99: 100,
    longer: 2,
  }),
  presence({
    name: "presence-quiet",
    title: "5 people in one room, 1.5 times a second",
    rooms: 1,
    perRoom: 5,
    hz: 1.5,
    times: 1.1,
    p50: 1,
    longer: 2,
  }),
  // At most 1.05 times the CPU of each message. Long enough that a major garbage collection is inside.
  presence({
    name: "presence-rooms",
    title: "200 rooms of 5 people, 5 times a second",
    rooms: 200,
    perRoom: 5,
    hz: 5,
    times: 1 / 1.05,
    p99: 8,
    longer: 6,
  }),
];
