import { expect, test } from "vitest";
import { chosen, features, frameworksOf, isOfUsers, packageFamilies, packageManagers } from "./choices.ts";
import { quickstartPrompt, quickstartSteps } from "./quickstart-steps.ts";

const connection = { publicKey: "pk_dev_mine", serverUrl: "https://weft.example.com" };
const choices = features.flatMap((feature) =>
  frameworksOf(feature.value).flatMap((framework) =>
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
    // Tokens of users come from a back end, which has a secret key.
    expect(code).toContain(isOfUsers(choice.feature) ? "WEFT_SECRET_KEY" : connection.publicKey);
    expect(code.includes(connection.publicKey)).toBe(!isOfUsers(choice.feature));
    expect(code).toContain(connection.serverUrl);
    const install = steps[1]!.blocks.at(-1)!.code;
    const given = new Set(["react", "vue", "solid-js", "vite", "@vitejs/plugin-react"]);
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
    const files = blocks.map(({ file }) => file).filter((file) => !/terminal$/iu.test(file));
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
    if (choice.feature === "presence" || choice.feature === "text")
      expect(all.match(/personOf\(/g)!.length).toBeGreaterThan(1);
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

test("features whose data belongs to users have a quickstart for Next.js and React, with a back end that issues tokens", () => {
  expect(features.map(({ label }) => label)).toEqual([
    "Presence",
    "Text editor",
    "Comments",
    "Notifications",
    "AI copilots",
    "Sync engine",
  ]);
  for (const feature of ["comments", "notifications", "ai"] as const) {
    expect(frameworksOf(feature).map(({ value }) => value)).toEqual(["nextjs", "react"]);
    for (const framework of ["nextjs", "react"] as const) {
      const steps = quickstartSteps({ feature, framework, packageManager: "npm", family: "weft" }, connection);
      const files = new Map(steps.flatMap(({ blocks }) => blocks.map(({ file, code }) => [file, code] as const)));
      expect(files.get(framework === "nextjs" ? "src/app/api/auth/route.ts" : "server.ts")).toContain(
        `new Weft({ baseUrl: "${connection.serverUrl}", secret: process.env["WEFT_SECRET_KEY"]! })`,
      );
      expect(files.get(framework === "nextjs" ? "src/app/page.tsx" : "src/App.tsx")).toContain(
        'authEndpoint="/api/auth"',
      );
    }
  }
});

test("a package that another one depends on is named to package managers that would look for it in a registry", () => {
  const choice = { feature: "comments", framework: "nextjs", family: "weft", packageManager: "pnpm" } as const;
  const [overrides] = quickstartSteps(choice, connection)[1]!.blocks;
  expect(overrides!.code).toContain(`  "@weft/react": ${connection.serverUrl}/packages/react.tgz`);
});
