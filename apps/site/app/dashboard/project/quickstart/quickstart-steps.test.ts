import { expect, test } from "vitest";
import { chosen, features, frameworks, packageFamilies, packageManagers } from "./choices.ts";
import { quickstartPrompt, quickstartSteps } from "./quickstart-steps.ts";

const connection = { publicKey: "pk_dev_mine", serverUrl: "https://weft.example.com" };
const choices = features.flatMap((feature) =>
  frameworks.flatMap((framework) =>
    packageManagers.flatMap((manager) =>
      packageFamilies.map((packages) => ({
        feature: feature.value,
        framework: framework.value,
        packageManager: manager.value,
        family: packages.value,
      })),
    ),
  ),
);

test("the code of every option contains the project's key and server, and every imported package is installed", () => {
  for (const choice of choices) {
    const steps = quickstartSteps(choice, connection);
    const code = steps.flatMap(({ blocks }) => blocks.map((block) => block.code)).join("\n");
    expect(code).toContain(connection.publicKey);
    expect(code).toContain(connection.serverUrl);
    const install = steps[1]!.blocks.at(-1)!.code;
    const given = new Set(["react", "vue", "solid-js"]);
    for (const [, name] of code.matchAll(/from "((?:@[\w-]+\/)?[\w.-]+)/g))
      if (!name!.startsWith(".") && !given.has(name!)) expect(install.split(/\s/u)).toContain(installedAs(name!));
    expect(code.includes(choice.family === "weft" ? "iveblocks" : "weft/")).toBe(false);
  }
});

/** Weft's own packages are tarballs of the server. */
const installedAs = (name: string) => name.replace(/^@weft\/(.*)$/u, `${connection.serverUrl}/packages/$1.tgz`);

test("a package manager that would look for the client in a registry is told where it is", () => {
  const choice = { feature: "text", framework: "javascript", family: "weft" } as const;
  const [client, yjs] = ["client", "yjs"].map((name) => `${connection.serverUrl}/packages/${name}.tgz`);
  const installation = (packageManager: "npm" | "pnpm" | "yarn" | "bun") =>
    quickstartSteps({ ...choice, packageManager }, connection)[1]!.blocks;
  const packages = `${client} ${yjs} yjs codemirror y-codemirror.next`;
  expect(installation("npm")).toEqual([{ file: "Terminal", code: `npm install ${packages}` }]);
  expect(installation("pnpm")).toEqual([
    { file: "pnpm-workspace.yaml", code: `blockExoticSubdeps: false\noverrides:\n  "@weft/client": ${client}` },
    { file: "Terminal", code: `pnpm add ${packages}` },
  ]);
  expect(installation("yarn")).toEqual([
    { file: "Terminal", code: `npm pkg set "resolutions[@weft/client]=${client}"\nyarn add ${packages}` },
  ]);
  expect(installation("bun")).toEqual([
    { file: "Terminal", code: `npm pkg set "overrides[@weft/client]=${client}"\nbun add ${packages}` },
  ]);
});

test("no file is named twice, and every import of a file has that file", () => {
  for (const choice of choices) {
    const blocks = quickstartSteps(choice, connection).flatMap((step) => step.blocks);
    const files = blocks.map(({ file }) => file).filter((file) => file !== "Terminal");
    expect(new Set(files).size).toBe(files.length);
    for (const { code } of blocks)
      for (const [, name] of code.matchAll(/(?:from|import) "\.\/(\w+)(?:\.css)?"/g))
        expect(files.some((file) => file.includes(`/${name}.`))).toBe(true);
  }
});

test("cursors have names and colors, and no type is cast away", () => {
  for (const choice of choices) {
    const code = quickstartSteps(choice, connection).flatMap(({ blocks }) => blocks.map((block) => block.code));
    const all = code.join("\n");
    expect(all).not.toMatch(/as never|others are here/);
    if (choice.feature !== "storage") expect(all.match(/personOf\(/g)!.length).toBeGreaterThan(1);
  }
});

test("the prompt holds every step as markdown", () => {
  const choice = { feature: "storage", framework: "vue", packageManager: "pnpm", family: "liveblocks" } as const;
  const prompt = quickstartPrompt(choice, connection);
  expect(prompt).toContain("# Add sync engine to a Vue app with Weft");
  expect(prompt).toContain("```sh\npnpm add @liveblocks/client\n```");
  expect(prompt).toContain("`src/App.vue`\n\n```vue\n");
  expect(prompt.match(/^## \d/gm)).toHaveLength(quickstartSteps(choice, connection).length);
});

test("options that the URL does not name default to the first one", () => {
  expect(chosen(features, "text")).toBe("text");
  expect(chosen(features, "nothing")).toBe("presence");
  expect(chosen(features, null)).toBe("presence");
});
