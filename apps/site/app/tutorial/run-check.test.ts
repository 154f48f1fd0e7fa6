import { expect, test, vi } from "vitest";
import type { PreviewWindow, Step } from "./checks.ts";
import { runCheck } from "./run-check.ts";

const written = (holds: boolean): Step => ({ kind: "source", says: "", holds: () => holds });
const seen = (happens: boolean): Step => ({ kind: "windows", says: "", happens: () => Promise.resolve(happens) });
const windows = {} as PreviewWindow;
const open = () => Promise.resolve([windows, windows] as const);

test("steps run until one fails", async () => {
  expect(await runCheck([written(true), seen(true)], {}, open)).toEqual(["held", "held"]);
  expect(await runCheck([written(true), seen(false), seen(true)], {}, open)).toEqual(["held", "failed", "skipped"]);
});

test("the windows are opened once, and only for a program with the required code", async () => {
  const opening = vi.fn(open);
  await runCheck([written(false), seen(true)], {}, opening);
  expect(opening).not.toHaveBeenCalled();
  await runCheck([written(true), seen(true), seen(true)], {}, opening);
  expect(opening).toHaveBeenCalledTimes(1);
});

test("a program that does not run fails the visible steps", async () => {
  expect(await runCheck([written(true), seen(true)], {}, () => Promise.resolve(undefined))).toEqual(["held", "failed"]);
});
