import { expect, test, vi } from "vitest";
import { leanOptions, restartLean } from "./lean-process.ts";

const execve = vi.fn<NonNullable<NodeJS.Process["execve"]>>();
const started = {
  platform: "linux",
  env: { PATH: "/bin" } as NodeJS.ProcessEnv,
  execPath: "/bin/node",
  execArgv: ["--enable-source-maps"],
  argv: ["/bin/node", "/srv/main.js"],
  execve,
} as const;

test("the process is replaced by itself, with the operator's own options behind ours", () => {
  execve.mockClear();
  restartLean(started);
  expect(execve.mock.calls).toEqual([
    [
      "/bin/node",
      ["/bin/node", ...leanOptions, "--enable-source-maps", "/srv/main.js"],
      { PATH: "/bin", MALLOC_ARENA_MAX: "2" },
    ],
  ]);
});

test.each([
  ["was replaced before, or as the operator has set it", { env: { MALLOC_ARENA_MAX: "4" } }],
  ["on Windows", { platform: "win32" }],
  ["whose parent talks to it", { connected: true }],
  ["of a Node.js that cannot do it", { execve: undefined }],
] as const)("a process stays as it is %s", (_when, changed) => {
  execve.mockClear();
  restartLean({ ...started, ...changed });
  expect(execve).not.toHaveBeenCalled();
});
