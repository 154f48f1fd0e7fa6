import { cpuMs, residentBytes } from "../measure.ts";
import type { Scenario } from "../scenario.ts";
import { seats, sized } from "../scenario.ts";
import { runLoad } from "../servers.ts";

const MB = 1_024 * 1_024;
const KiB = 1_024;
/** A server has come to rest so long after its start, or after its last caller. */
const restMs = 3_000;
const perRoom = 5;
/** Rooms are let go this long after the last has left; a minute later is only a longer wait for the same. */
const roomIdleMs = 1_000;
/** Once in ten seconds: a page that is open, and a hand that seldom moves. */
const talkMs = 10_000;

const rest = () => new Promise((resolve) => setTimeout(resolve, restMs));

export const startScenarios: readonly Scenario[] = [
  {
    name: "start",
    title: "A server starts with existing data and receives no calls",
    figures: [
      { key: "readyMs", label: "from the start to the first answer", unit: "ms", target: { of: "value", atMost: 600 } },
      { key: "cpuMs", label: "CPU until it rests", unit: "ms", target: { of: "value", atMost: 600 } },
      { key: "resident", label: "resident at rest", unit: "MB", target: { of: "value", atMost: 130 } },
    ],
    async measure({ server }) {
      await server.restart();
      const { readyMs } = server;
      await rest();
      return { readyMs, cpuMs: cpuMs(server.pid), resident: residentBytes(server.pid) / MB };
    },
  },
  {
    name: "resident-idle",
    title: "An idle server, after one user has edited a room and left",
    limits: { roomIdleMs },
    figures: [{ key: "resident", label: "resident at rest", unit: "MB" }],
    async measure(subject, run) {
      await subject.server.restart();
      const [[url]] = (await seats(subject, [`resident-${run.mark}`], 1)) as [[string]];
      await runLoad("firstAck", { url });
      await rest();
      return { resident: residentBytes(subject.server.pid) / MB };
    },
  },
  {
    name: "connections-10k",
    title: "10,000 connections to a server that has just started, 5 to a room, each with one presence in ten seconds",
    limits: { roomIdleMs },
    figures: [
      {
        key: "perConnection",
        label: "resident for each connection",
        unit: "KiB",
        target: { of: "value", atMost: 14 },
      },
      { key: "held", label: "resident with all of them", unit: "MB", target: { of: "value", atMost: 280 } },
      { key: "acceptsPerSecond", label: "accepted per second", unit: "/s" },
      { key: "load", label: "CPU of one core while they talk", unit: "%" },
      {
        key: "kept",
        label: "resident after all have left, to that of the start",
        unit: "×",
        target: { of: "value", atMost: 1.2 },
      },
    ],
    async measure(subject, run) {
      const rooms = sized(run, { full: 10_000, quick: 2_000 }) / perRoom;
      const ids = Array.from({ length: rooms }, (_, room) => `crowd-${run.mark}-${room}`);
      const urls = (await seats(subject, ids, perRoom)).flat();
      await subject.server.restart();
      await rest();
      const { connections, joinMs, talkCpuMs, before, held, after } = await runLoad("crowd", {
        pid: subject.server.pid,
        urls,
        talkMs: run.pace === "moment" ? 500 : talkMs,
        releaseMs: roomIdleMs + 10_000,
      });
      return {
        perConnection: (held - before) / connections / KiB,
        held: held / MB,
        acceptsPerSecond: (connections / joinMs) * 1_000,
        load: (talkCpuMs / (run.pace === "moment" ? 500 : talkMs)) * 100,
        kept: after / before,
      };
    },
  },
];
