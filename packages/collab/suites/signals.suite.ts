import type { ProjectId, RoomId } from "@weft/protocol";
import { describe, expect, test } from "vitest";
import type { Signal, Signals } from "../src/signals/signals.ts";

export interface SignalsUnderTest {
  /** The processes that tell each other; one alone, or more. */
  readonly processes: readonly [Signals, ...Signals[]];
  /** Waits until everything that was published has arrived. */
  readonly settle: () => Promise<void>;
}

const project = "p" as ProjectId;
const changed = (room: string): Signal => ({ type: "roomChanged", project, room: room as RoomId });

/** What all signals promise (SPEC.md, SG). */
export function signalsSuite(name: string, open: () => SignalsUnderTest): void {
  describe(`signals: ${name}`, () => {
    test("[SG3] a signal reaches the listeners of its process before it is published, and those of every other one soon", async () => {
      const { processes, settle } = open();
      const heard: string[][] = processes.map(() => []);
      for (const [at, signals] of processes.entries()) {
        signals.subscribe("roomChanged", ({ room }, from) => heard[at]!.push(`${room} ${from}`));
        signals.subscribe("projectChanged", () => heard[at]!.push("another type"));
      }
      processes[0].publish(changed("a"));
      expect(heard[0]).toEqual(["a here"]);
      processes[0].publish(changed("b"));
      await settle();
      for (const [at, rooms] of heard.entries())
        expect(rooms).toEqual(at === 0 ? ["a here", "b here"] : ["a elsewhere", "b elsewhere"]);
    });

    test("[SG3] a signal with an address reaches the listeners of that address", async () => {
      const { processes, settle } = open();
      const heard: string[] = [];
      for (const signals of processes)
        for (const address of ["ada", "bob"])
          signals.subscribeTo("chatEvent", address, ({ event }) => heard.push(`${address} ${event.event}`));
      processes[0].publish({ type: "chatEvent", address: "ada", event: { event: "sync" } });
      await settle();
      expect(heard).toEqual(processes.map(() => "ada sync"));
    });

    test("a listener hears nothing once it is disposed of, and another one of the same signal hears on", async () => {
      const { processes, settle } = open();
      const heard: string[] = [];
      const last = processes.at(-1)!;
      const first = last.subscribe("roomChanged", () => heard.push("first"));
      last.subscribe("roomChanged", () => heard.push("second"));
      const addressed = last.subscribeTo("chatEvent", "ada", () => heard.push("addressed"));
      first[Symbol.dispose]();
      addressed[Symbol.dispose]();
      processes[0].publish(changed("a"));
      processes[0].publish({ type: "chatEvent", address: "ada", event: { event: "sync" } });
      await settle();
      expect(heard).toEqual(["second"]);
    });
  });
}
