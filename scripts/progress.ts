/** How often a running step reports that it is still running. */
const everyMs = 10_000;

/** Runs a step of the build, and prints when it begins, that it is still running, and how long it took. */
export async function withProgress(name: string, step: () => Promise<boolean>): Promise<void> {
  const startedAt = performance.now();
  const seconds = () => (performance.now() - startedAt) / 1_000;
  const print = (text: string) => console.log(`${name.padEnd(20)} ${text}`);
  print("building …");
  const timer = setInterval(() => print(`still building, ${seconds().toFixed(0)} s so far …`), everyMs);
  try {
    if (await step()) print(`built in ${seconds().toFixed(1)} s`);
  } finally {
    clearInterval(timer);
  }
}
