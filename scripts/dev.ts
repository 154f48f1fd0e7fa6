/** `npm run dev`: the server, restarted when a source changes, with a demo project whose keys are always the same. */
import { spawn } from "node:child_process";

const child = spawn(process.execPath, ["--watch", "--watch-preserve-output", "scripts/start.ts"], {
  stdio: "inherit",
  env: {
    WEFT_DEMO_SECRET_KEY: "sk_dev_weft_demo_secret_key",
    WEFT_DEMO_PUBLIC_KEY: "pk_dev_weft_demo_public_key",
    ...process.env,
  },
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
child.on("exit", (code) => (process.exitCode = code ?? 0));
