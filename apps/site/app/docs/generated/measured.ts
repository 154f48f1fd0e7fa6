import measured from "../../../content/measured.json" with { type: "json" };
import { formatCount } from "../../formats/count.ts";

/** A scenario of the bench, ready to be read. */
export interface MeasuredRow {
  readonly scenario: string;
  readonly result: string;
  /** Of the one core that the server had. */
  readonly load: string;
  readonly p99: string;
}

const count = (value: number) => formatCount(Math.round(value));
const presence = measured["presence-100x10"];
const storage = measured["storage-crowd"];
const start = measured.start;
const fresh = measured["connections-1k"];
const crowd = measured["connections-10k"];
const smallRooms = measured["presence-rooms"];

/** What the bench measured of busy rooms. */
export const measuredRows: readonly MeasuredRow[] = [
  {
    scenario: presence.title,
    result: `${count(presence.figures.perSecond.value)} updates delivered per second`,
    load: `${count(presence.figures.load.value)}%`,
    p99: `${count(presence.figures.p99.value)} ms`,
  },
  {
    scenario: storage.title,
    result: `${count(storage.figures.perSecond.value)} changes stored per second`,
    load: `${count(storage.figures.load.value)}%`,
    p99: `${count(storage.figures.p99.value)} ms`,
  },
];

/** A need of a server, in words and in its unit. */
export interface MachineRow {
  readonly need: string;
  readonly value: string;
}

/** What the bench measured of a server on one core: what it takes at rest, and what connections add. */
export const machineRows: readonly MachineRow[] = [
  { need: "Memory before anyone connects", value: `${count(start.figures.resident.value)} MB` },
  {
    need: "Memory of each of the first 1,000 connections",
    value: `${count(fresh.figures.perConnection.value)} KiB`,
  },
  { need: "Memory of each of 10,000 connections", value: `${count(crowd.figures.perConnection.value)} KiB` },
  { need: "Memory of the server with 10,000 connections", value: `${count(crowd.figures.held.value)} MB` },
  {
    need: "CPU of one core for 10,000 connections that each update their presence every ten seconds",
    value: `${count(crowd.figures.load.value)}%`,
  },
  {
    need: "CPU of one core for 1,000 connections in 200 rooms that each update their presence five times a second",
    value: `${count(smallRooms.figures.load.value)}%`,
  },
  {
    need: "Connections accepted per second, each with a token that a back end asks for",
    value: count(crowd.figures.tokensPerSecond.value),
  },
  { need: "From the start of the process to its first answer", value: `${count(start.figures.readyMs.value)} ms` },
];

/** The processor and the day of the measurement. */
export const measuredOn = { processor: presence.processor, day: presence.day } as const;
