import { tokenPlace } from "../load/authorize.ts";
import { cpuMs, residentBytes } from "../measure.ts";
import type { Figure, Run, Sample, Scenario, Subject } from "../scenario.ts";
import { seats, sized } from "../scenario.ts";
import { runLoad } from "../servers.ts";

const MB = 1_024 * 1_024;
const KiB = 1_024;
/** A server is idle this long after its start, or after its last call. */
const restMs = 3_000;
const perRoom = 5;
/** Rooms are unloaded this long after the last client has left. A longer time would only extend the run. */
const roomIdleMs = 1_000;
/** Idle memory is given back within this time (`idleCollectionMs` and what it waits for). */
const releaseMs = roomIdleMs + 10_000;
/** Once in ten seconds: an open page with little activity. */
const talkMs = 10_000;
/** How many enter in a row, to see how many the server accepts. */
const entering = { full: 2_000, quick: 1_000 };

const rest = () => new Promise((resolve) => setTimeout(resolve, restMs));

const perConnection = (atMost: number): Figure => ({
  key: "perConnection",
  label: "resident for each connection",
  unit: "KiB",
  target: { of: "value", atMost },
});

/** Connections to a process that has just started, each with one presence while they are held. */
async function holdFresh(subject: Subject, run: Run, connections: number) {
  const ids = Array.from({ length: connections / perRoom }, (_, room) => `crowd-${run.mark}-${room}`);
  const urls = (await seats(subject, ids, perRoom)).flat();
  await subject.server.restart();
  await rest();
  const spentMs = run.pace === "moment" ? 500 : talkMs;
  const held = await runLoad("hold", { pid: subject.server.pid, urls, talkMs: spentMs, releaseMs });
  return { ...held, load: (held.talkCpuMs / spentMs) * 100 };
}

/** Connections that enter per second when each gets its token by REST first, and when each has the public key. */
async function acceptRates(subject: Subject, run: Run): Promise<Sample> {
  const { server, weft } = subject;
  const connections = sized(run, entering);
  const ids = Array.from({ length: connections / perRoom }, (_, room) => `entered-${run.mark}-${room}`);
  await subject.createRooms(ids);
  const rate = async (urls: readonly string[], authorize?: { port: number; headers: Record<string, string> }) => {
    const { joinMs } = await runLoad("hold", {
      pid: server.pid,
      urls,
      ...(authorize === undefined ? {} : { authorize }),
      talkMs: 0,
      releaseMs: roomIdleMs,
    });
    return (connections / joinMs) * 1_000;
  };
  const fiveOf = (address: (id: string) => string) => ids.flatMap((id) => Array<string>(perRoom).fill(address(id)));
  return {
    tokensPerSecond: await rate(
      fiveOf((id) => subject.socketUrl(id, tokenPlace)),
      { port: server.port, headers: { ...weft.headers } },
    ),
    keysPerSecond: await rate(fiveOf((id) => weft.publicSocketUrl(id))),
  };
}

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
    name: "start-npm",
    title: "`npm start` of a built checkout, with existing data",
    figures: [
      { key: "readyMs", label: "from npm to the first answer", unit: "ms", target: { of: "value", atMost: 1_100 } },
      { key: "resident", label: "resident at rest", unit: "MB", target: { of: "value", atMost: 145 } },
    ],
    measure: ({ weft }) =>
      weft.startedByNpm(async ({ pid, readyMs }) => {
        await rest();
        return { readyMs, resident: residentBytes(pid) / MB };
      }),
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
    name: "connections-1k",
    title: "1,000 connections to a server that has just started, 5 to a room, each with one presence in ten seconds",
    limits: { roomIdleMs },
    figures: [perConnection(22)],
    async measure(subject, run) {
      const { connections, before, held } = await holdFresh(subject, run, sized(run, { full: 1_000, quick: 1_000 }));
      return { perConnection: (held.resident - before.resident) / connections / KiB };
    },
  },
  {
    name: "connections-10k",
    title: "10,000 connections to a server that has just started, 5 to a room, each with one presence in ten seconds",
    limits: { roomIdleMs },
    figures: [
      perConnection(14),
      { key: "held", label: "resident with all of them", unit: "MB", target: { of: "value", atMost: 280 } },
      { key: "load", label: "CPU of one core while they talk", unit: "%" },
      {
        key: "kept",
        label: "resident after all have left, to that of the start",
        unit: "×",
        target: { of: "value", atMost: 1.2 },
      },
      {
        key: "tokensPerSecond",
        label: "accepted per second, each with a token by REST",
        unit: "/s",
        target: { of: "value", atLeast: 1_500 },
      },
      {
        key: "keysPerSecond",
        label: "accepted per second, with the public key",
        unit: "/s",
        target: { of: "value", atLeast: 3_000 },
      },
    ],
    async measure(subject, run) {
      const { connections, load, before, held, after } = await holdFresh(
        subject,
        run,
        sized(run, { full: 10_000, quick: 2_000 }),
      );
      return {
        perConnection: (held.resident - before.resident) / connections / KiB,
        held: held.resident / MB,
        load,
        kept: after.resident / before.resident,
        ...(await acceptRates(subject, run)),
      };
    },
  },
];
