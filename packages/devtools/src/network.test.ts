import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { retransmissionMs, SimulatedNetwork } from "./network.ts";
import type { MessageDirection } from "./network.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A server's end of a socket. */
class FakeSocket extends EventTarget {
  static readonly opened: FakeSocket[] = [];
  readonly sent: string[] = [];
  readyState = 0;
  constructor() {
    super();
    FakeSocket.opened.push(this);
  }
  send(data: string): void {
    this.sent.push(data);
  }
  close(code = 1005): void {
    this.readyState = 3;
    this.tell("close", { code, reason: "" });
  }
  tell(type: string, fields: object = {}): void {
    if (type === "open") this.readyState = 1;
    this.dispatchEvent(Object.assign(new Event(type), fields));
  }
}

function open(random = () => 1) {
  const network = new SimulatedNetwork(random);
  const passed: [MessageDirection, unknown][] = [];
  const seen: string[] = [];
  const Socket = network.through(FakeSocket, () => ({
    passed: (direction, data) => void passed.push([direction, data]),
    opened: () => void seen.push("tap: opened"),
    closed: (code) => void seen.push(`tap: closed with ${code}`),
  }));
  const connect = () => {
    const socket = new Socket("ws://localhost/v8?roomId=r");
    for (const type of ["open", "message", "error", "close"])
      socket.addEventListener(type, ({ data, code }: { readonly data?: string; readonly code?: number }) => {
        seen.push([type, data, code?.toString()].filter((part) => part !== undefined).join(" "));
      });
    return socket;
  };
  return { network, passed, seen, connect, real: () => FakeSocket.opened.at(-1)! };
}

test("[DT1] on the real network, everything passes at once and as it is", () => {
  const { connect, real, seen, passed } = open();
  const socket = connect();
  expect(socket.readyState).toBe(0);
  real().tell("open");
  socket.send("[1]");
  real().tell("message", { data: "[2]" });
  socket.close(4000);
  expect(real().sent).toEqual(["[1]"]);
  expect(seen).toEqual(["tap: opened", "open", "message [2]", "tap: closed with 4000", "close 4000"]);
  expect(passed).toEqual([
    ["sent", "[1]"],
    ["received", "[2]"],
  ]);
  expect([socket.url, socket.readyState]).toEqual(["ws://localhost/v8?roomId=r", 3]);
});

test("[DT2] latency delays each message in both directions, and keeps their order when it falls", () => {
  const { network, connect, real, seen } = open();
  const socket = connect();
  real().tell("open");
  network.set({ latencyMs: 300 });
  socket.send("a");
  real().tell("message", { data: "b" });
  vi.advanceTimersByTime(299);
  expect([real().sent, seen.at(-1)]).toEqual([[], "open"]);
  network.set({ latencyMs: 0 });
  socket.send("c");
  expect(real().sent).toEqual([]);
  vi.advanceTimersByTime(1);
  expect([real().sent, seen.at(-1)]).toEqual([["a", "c"], "message b"]);
  socket.send("d");
  expect(real().sent).toEqual(["a", "c", "d"]);
});

test("[DT3] a lost message arrives after it was sent again, and those behind it wait", () => {
  const chances = [0, 1];
  const { network, connect, real } = open(() => chances.shift() ?? 1);
  const socket = connect();
  real().tell("open");
  chances.splice(0, Infinity, 0, 1);
  network.set({ lossPercent: 50 });
  socket.send("lost");
  socket.send("next");
  vi.advanceTimersByTime(retransmissionMs - 1);
  expect(real().sent).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(real().sent).toEqual(["lost", "next"]);
});

test("[DT4] offline, connections are cut with what is on its way, and new ones fail until it ends", async () => {
  const { network, connect, real, seen } = open();
  const socket = connect();
  real().tell("open");
  network.set({ latencyMs: 100 });
  socket.send("lost");
  network.set({ isOffline: true });
  vi.advanceTimersByTime(1_000);
  expect(real().sent).toEqual([]);
  expect(seen.slice(2)).toEqual(["error", "tap: closed with 1006", "close 1006"]);
  const before = FakeSocket.opened.length;
  const refused = connect();
  await Promise.resolve();
  expect([seen.at(-1), refused.readyState, FakeSocket.opened.length]).toEqual(["close 1006", 3, before]);
  network.set({ isOffline: false, latencyMs: 0 });
  connect();
  real().tell("open");
  expect(seen.at(-1)).toBe("open");
});
