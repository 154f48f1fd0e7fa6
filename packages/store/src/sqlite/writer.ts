// The writer's thread. It takes everything that waits, makes it durable in one flush, answers it in one message, and by
// then finds the next group waiting: the slower the disk, the larger the groups.
import { parentPort, receiveMessageOnPort, workerData } from "node:worker_threads";
import { StoreRefused } from "../database/errors.ts";
import { describeSqliteError, openConnection } from "./connection.ts";
import { createReserve } from "./reserve.ts";
import { prepareDatabase } from "./schema.ts";
import { createLogTap } from "./log-tap.ts";
import { createUnitRunner } from "./unit-runner.ts";
import { nodesIn } from "../database/unit.ts";
import type { Unit } from "../database/unit.ts";
import type { FromWriter, SentUnit, ToWriter, WriterSettings } from "./writer-messages.ts";

/** Bounds how long the first of a group waits for the last. */
const unitsPerFlush = 256;
/** How often a full disk is looked at when there is nothing to write. */
const spaceMs = 1_000;

if (!parentPort) throw new Error("The writer runs as a worker thread.");
const port = parentPort;
const settings = workerData as WriterSettings;
const post = (message: FromWriter) => port.postMessage(message);

try {
  const connection = openConnection(settings.path, "write");
  if (settings.prepare) prepareDatabase(connection, settings.path, settings);
  const reserve = createReserve(settings.path);
  const runner = createUnitRunner(settings.path, connection, settings.fenced, reserve);
  const tap = createLogTap(settings.path, () => runner.connection);

  let looking: NodeJS.Timeout | undefined;
  const awaitSpace = () => {
    looking ??= setTimeout(() => {
      looking = undefined;
      runner.lookForSpace();
      if (runner.full) awaitSpace();
      else post({ type: "space" });
    }, spaceMs).unref();
  };

  const flush = (units: readonly Unit[]) => {
    for (let from = 0; from < units.length; from += unitsPerFlush) {
      const group = units.slice(from, from + unitsPerFlush);
      const begun = performance.now();
      const answers = runner.run(group);
      const { full } = runner;
      post({ type: "flushed", answers, nodes: nodesIn(group, answers), durationMs: performance.now() - begun, full });
      if (full) awaitSpace();
      tap.flushed();
    }
  };

  /** Nodes of commits that have not come yet. */
  const ahead = new Map<number, (readonly string[])[]>();
  const whole = (unit: SentUnit): Unit => {
    if (unit.kind !== "commit" || unit.ahead === undefined) return unit;
    const puts = ahead.get(unit.ahead)?.flat() ?? [];
    ahead.delete(unit.ahead);
    return { kind: "commit", commit: { ...unit.commit, puts } };
  };

  const capture = () => {
    try {
      const captured = tap.capture();
      port.postMessage({ type: "captured", captured, error: undefined } satisfies FromWriter, [captured.frames.buffer]);
    } catch (reason) {
      post({ type: "captured", captured: undefined, error: describeSqliteError(reason) });
    }
  };

  port.on("message", (first: ToWriter) => {
    const units: Unit[] = [];
    for (let message: ToWriter | undefined = first; message;) {
      if (message.type === "units") {
        for (const unit of message.units) units.push(whole(unit));
      } else if (message.type === "puts") {
        const before = ahead.get(message.ahead);
        if (before === undefined) ahead.set(message.ahead, [message.puts]);
        else before.push(message.puts);
      } else {
        flush(units.splice(0));
        if (message.type === "close") {
          runner.close();
          post({ type: "closed" });
          port.close();
          return;
        }
        if (message.type === "capture") {
          capture();
          message = receiveMessageOnPort(port)?.message as ToWriter | undefined;
          continue;
        }
        let error: string | undefined;
        try {
          tap.hold();
          runner.truncateLog();
        } catch (reason) {
          error = describeSqliteError(reason);
        }
        post({ type: "truncated", error });
      }
      message = receiveMessageOnPort(port)?.message as ToWriter | undefined;
    }
    flush(units);
  });
  post({ type: "ready" });
  reserve.hold();
} catch (error) {
  const message =
    error instanceof StoreRefused ? error.message : `The database cannot be opened. ${describeSqliteError(error)}`;
  post({ type: "refused", message });
}
