// Preloaded into a server's process. On SIGUSR2 it fails in the two ways that no handler catches.
import { isMainThread } from "node:worker_threads";

if (isMainThread)
  process.on("SIGUSR2", () => {
    setImmediate(() => {
      throw new Error("stray exception");
    });
    void Promise.reject(new Error("stray rejection"));
  });
