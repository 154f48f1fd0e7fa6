/** Builds of frameworks for browsers. Tests run in Node.js, where their names mean the builds that render on servers. */
import { fileURLToPath } from "node:url";

const fileOf = (path: string) => fileURLToPath(new URL(`../../../node_modules/${path}`, import.meta.url));

/** To be named as `resolve.alias`. */
export const browserBuilds = [
  { find: /^solid-js$/, replacement: fileOf("solid-js/dist/solid.js") },
  { find: /^solid-js\/store$/, replacement: fileOf("solid-js/store/dist/store.js") },
  { find: /^svelte$/, replacement: fileOf("svelte/src/index-client.js") },
];

/** To be named as `server.deps.inline`: what imports one of them. */
export const importsBrowserBuilds = [/\/node_modules\/(?:solid-js|svelte|esm-env)\//];
