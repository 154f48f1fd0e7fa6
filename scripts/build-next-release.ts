/**
 * Builds what stands for the next release in tests: this one, with changes of its sources.
 *
 *   node scripts/build-next-release.ts <folder>
 */
import { mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "rolldown";
import { bundleOutput, bundleServer } from "./server-bundle.ts";
import { root } from "./sources.ts";
import { copyDataOfWorkers } from "./workers.ts";

/**
 * What the next release does otherwise, as changes of the sources: a newer version and wire, one migration more, more members in
 * all that nodes and signals say, messages, signals and arguments that this release does not know, and a call that it does not
 * know, whose answers are written to stderr. `TEST_BREAKS` lets it understand no older wire, and makes its migration one with
 * which no older release works.
 */
const changes: readonly (readonly [file: string, from: string, to: string])[] = [
  ["packages/server/package.json", `"version": "0.1.0"`, `"version": "0.2.0"`],
  [
    "packages/cluster/src/transport/compatibility.ts",
    "{ version: 1, oldest: 1,",
    `{ version: 2, oldest: process.env["TEST_BREAKS"] ? 2 : 1,`,
  ],
  [
    "packages/store/src/migrations/index.ts",
    "];\n\nexport const schemaVersion",
    `];
(migrations as Migration[]).push({
  version: migrations.at(-1)!.version + 1,
  isAdditive: process.env["TEST_BREAKS"] ? undefined : true,
  statements: () => [
    ...["rooms", "room_state", "storage_nodes", "nodes", "jobs", "projects", "outbox", "events"].map(
      (table) => "alter table " + table + " add column later text",
    ),
    "create table later (id text)",
  ],
});

export const schemaVersion`,
  ],
  [
    "packages/cluster/src/node-cluster.ts",
    "(to: NodeId, message: NodeMessage) => peers.send(to, message);",
    `(to: NodeId, message: NodeMessage) => {
      const later = { later: [1] };
      peers.send(to, { kind: "later", call: 0, link: 0, connection: 0 });
      peers.send(to, {
        ...message,
        ...("values" in message && { values: [...message.values, later] }),
        ...("message" in message && message.kind === "link" && { message: { ...message.message, ...later } }),
        ...later,
      });
    };`,
  ],
  [
    "packages/cluster/src/node-cluster.ts",
    "        this.#greetLost();\n",
    `        this.#greetLost();
        for (const { id, version } of this.#nodes.values())
          if (id !== this.#self)
            this.#remote.hostOf(id).later({ project: "p", room: "r" }).then(
              () => console.error("later at " + version + ": known"),
              (error) => console.error("later at " + version + ": " + (error.code ?? error.name)),
            );
`,
  ],
  ["packages/cluster/src/room-calls.ts", "Object.keys(callRules)", `[...Object.keys(callRules), "later"]`],
  [
    "packages/cluster/src/served-host.ts",
    "    const method = ",
    `    if (name === "later") return "known";\n    const method = `,
  ],
  [
    "packages/server/src/cluster/join-cluster.ts",
    "(signal) => created.publish(signal)",
    `(signal) => {
      created.publish({ ...signal, later: 1 });
      created.publish({ type: "later", address: "here", later: 1 });
      created.publish({ later: 1 });
    }`,
  ],
];

const missing = new Set(changes);
const patches: Plugin = {
  name: "next-release",
  transform(code, id) {
    let changed = code;
    for (const change of changes) {
      const [file, from, to] = change;
      if (id !== join(root, file) || !changed.includes(from)) continue;
      changed = changed.replace(from, () => to);
      missing.delete(change);
    }
    return changed === code ? undefined : { code: changed, map: null };
  },
};
const bundle = await bundleServer([patches]);
const output = join(mirror(process.argv[2]!), "dist");
await bundle.write({ ...bundleOutput, dir: output });
await bundle.close();
await copyDataOfWorkers(output);
const [first] = missing;
if (first !== undefined) throw new Error(`The next release is not what it should be: ${first[0]} has no ${first[1]}`);

/** Lays out the repository in the folder, by links, but for the server's bundle. Answers the folder of the server. */
function mirror(folder: string): string {
  const link = (from: string, to: string, except: readonly string[]) => {
    mkdirSync(to, { recursive: true });
    for (const name of readdirSync(from)) if (!except.includes(name)) symlinkSync(join(from, name), join(to, name));
    return to;
  };
  link(root, folder, ["packages"]);
  link(join(root, "packages"), join(folder, "packages"), ["server"]);
  return link(join(root, "packages", "server"), join(folder, "packages", "server"), ["dist"]);
}
