import { limits } from "@weft/protocol";
import { expect, test, vi } from "vitest";
import { StartRefused } from "./config.ts";
import { checkOpenFileLimit } from "./open-file-limit.ts";

test.for([
  [120, "refused"],
  [511, "refused"],
  [512, "warned"],
  [limits.connectionsPerProject, "warned"],
  [1_048_576, "fine"],
  [undefined, "fine"],
] as const)("a start with %s open files is %s", ([files, outcome]) => {
  const warn = vi.fn<() => void>();
  const start = () => checkOpenFileLimit(limits, { warn } as never, files);
  if (outcome === "refused") expect(start).toThrow(StartRefused);
  else expect(start).not.toThrow();
  expect(warn).toHaveBeenCalledTimes(outcome === "warned" ? 1 : 0);
});
