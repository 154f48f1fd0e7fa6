/** `npm start`: builds what is not built yet, then serves, in one process, so that signals reach the server. */
const steps = [
  "./build-server.ts",
  "./build-examples.ts",
  "./build-create-weft.ts",
  "./build-site.ts",
  "../packages/server/dist/main.js",
];

for (const step of steps) {
  await import(new URL(step, import.meta.url).href);
  if (process.exitCode !== undefined && process.exitCode !== 0) break;
}
