import type { Framework, PackageManager } from "./choices.ts";

const adds: Record<PackageManager, string> = {
  npm: "npm install",
  pnpm: "pnpm add",
  yarn: "yarn add",
  bun: "bun add",
};

const templates: Record<Exclude<Framework, "nextjs">, string> = {
  react: "react-ts",
  svelte: "svelte-ts",
  vue: "vue-ts",
  solid: "solid-ts",
  javascript: "vanilla-ts",
};

/** Makes an empty app and goes into it. */
export function createCommand(framework: Framework, manager: PackageManager): string {
  return `${creation(framework, manager)}\ncd my-app`;
}

function creation(framework: Framework, manager: PackageManager): string {
  if (framework === "nextjs") {
    const runs: Record<PackageManager, string> = { npm: "npx", pnpm: "pnpm dlx", yarn: "yarn dlx", bun: "bunx" };
    return `${runs[manager]} create-next-app@latest my-app --yes --src-dir`;
  }
  const template = `--template ${templates[framework]}`;
  if (manager === "npm") return `npm create vite@latest my-app -- ${template}`;
  return `${manager} create vite my-app ${template}`;
}

export function installCommand(packages: readonly string[], manager: PackageManager): string {
  return `${adds[manager]} ${packages.join(" ")}`;
}

export function runCommand(manager: PackageManager): string {
  return manager === "npm" ? "npm install\nnpm run dev" : `${manager} install\n${manager} run dev`;
}
