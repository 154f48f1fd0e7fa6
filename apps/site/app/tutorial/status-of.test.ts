import { expect, test } from "vitest";
import { statusOf } from "./status-of.ts";

const running = { kind: "running" } as const;
const failed = (failure: { message: string; file?: string; line?: number }) => ({ kind: "failed", failure }) as const;

test("a running program has no status message", () => {
  expect(statusOf({ kind: "not" }, [running, { kind: "starting" }])).toBe("");
});

test("a program that stopped in either window shows where, if known", () => {
  const all = { message: "m", file: "App.tsx", line: 3 };
  expect(statusOf({ kind: "not" }, [running, failed(all)])).toBe("Stopped in App.tsx, line 3.");
  expect(statusOf({ kind: "not" }, [failed({ message: "m", file: "App.tsx" }), running])).toBe("Stopped in App.tsx.");
  expect(statusOf({ kind: "not" }, [failed({ message: "m" }), running])).toBe("Stopped.");
});

test("a check counts completed steps", () => {
  expect(statusOf({ kind: "checking" }, [running, running])).toBe("Checking…");
  expect(statusOf({ kind: "checked", outcomes: ["held", "failed", "skipped"] }, [])).toBe("1 of 3 steps done.");
  expect(statusOf({ kind: "checked", outcomes: ["held", "held"] }, [])).toBe("Chapter done.");
  expect(statusOf({ kind: "checked", outcomes: ["held", "held"] }, [], true)).toBe("The solution does every step.");
});
