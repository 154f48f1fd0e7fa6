import { spawn } from "node:child_process";

/** Runs a command of the build. Returns its exit code and its output. */
export function runCommand(
  command: string,
  args: readonly string[],
  cwd: string,
): Promise<{ readonly code: number; readonly output: string }> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      // A test runner calls its own mode "test", and Vite would then bundle React for development.
      env: { ...process.env, NODE_ENV: "production" },
      // npm is a script on Windows, which only a shell can start.
      shell: process.platform === "win32",
    });
    const chunks: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.on("error", (error) => resolve({ code: 1, output: error.message }));
    child.on("close", (code) => resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString("utf8") }));
  });
}
