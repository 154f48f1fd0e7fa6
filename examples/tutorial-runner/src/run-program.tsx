import { useEffect } from "react";
import type { ComponentType, ErrorInfo } from "react";
import { createRoot } from "react-dom/client";
import { turn } from "./bound-loops.ts";
import { compile } from "./compile.ts";
import { address, ProgramFailure } from "./failure.ts";
import { takeTurn } from "./loop-bound.ts";
import type { Files } from "./messages.ts";
import { packageNamed } from "./modules.ts";

const entry = "App.tsx";

type Modules = Map<string, { exports: unknown }>;

interface Listeners {
  /** The program is on the page. */
  readonly onShown: () => void;
  /** `user` is the file of the innermost component of the program around what failed. */
  readonly onFailure: (error: unknown, user: string | undefined) => void;
}

/** Runs a program: renders the export of its `App.tsx`. Throws the errors of loading it. */
export function runProgram(files: Files, place: HTMLElement, { onShown, onFailure }: Listeners): void {
  const loaded: Modules = new Map();
  const { default: App } = load(files, entry, loaded) as { default?: unknown };
  if (typeof App !== "function")
    throw new ProgramFailure("App.tsx has no default export. Write “export default function App() { … }”.", {
      file: entry,
    });
  const Program = App as ComponentType;
  const fail = (error: unknown, { componentStack }: ErrorInfo) =>
    onFailure(error, userIn(componentStack ?? "", loaded));
  createRoot(place, { onUncaughtError: fail, onCaughtError: fail }).render(
    <>
      <Program />
      <Shown onShown={onShown} />
    </>,
  );
}

function Shown({ onShown }: { onShown: () => void }) {
  useEffect(onShown, [onShown]);
  return null;
}

/** The file that exports the first component of React's account (`at Room (…)`, innermost first) that any of them exports. */
function userIn(componentStack: string, loaded: Modules): string | undefined {
  const names = [...componentStack.matchAll(/^\s*(?:at )?(\w+)/gmu)].map(([, name]) => name);
  const exported = [...loaded].flatMap(([file, { exports }]) =>
    Object.values(exports as object).map((value) => ({ file, name: typeof value === "function" ? value.name : "" })),
  );
  for (const name of names) {
    const found = exported.find((candidate) => candidate.name === name);
    if (found !== undefined) return found.file;
  }
  return undefined;
}

/** Returns what a file exports. Each file runs once, when it is first imported. */
function load(files: Files, file: string, loaded: Modules): unknown {
  const known = loaded.get(file);
  if (known !== undefined) return known.exports;
  const source = files[file];
  if (source === undefined) throw new ProgramFailure("File not found.", { file });
  const module = { exports: {} as unknown };
  loaded.set(file, module);
  if (file.endsWith(".css")) wearStyles(source);
  else {
    const require = (name: string) =>
      name.startsWith(".") ? load(files, fileNamed(name, files, file), loaded) : packageNamed(name, file);
    // oxlint-disable-next-line typescript/no-implied-eval -- this page runs programs; its policy gives it no origin
    const run = new Function(
      "require",
      "module",
      "exports",
      turn,
      `${compile(file, source)}\n//# sourceURL=${address}${file}`,
    );
    run(require, module, module.exports, takeTurn);
  }
  return module.exports;
}

/** Resolves an import to a file. All files are in one folder, and extensions may be omitted. */
function fileNamed(name: string, files: Files, from: string): string {
  const path = name.replace(/^\.\//u, "");
  const found = [path, `${path}.tsx`, `${path}.ts`].find((candidate) => Object.hasOwn(files, candidate));
  if (found === undefined) throw new ProgramFailure(`The imported file “${name}” doesn't exist.`, { file: from });
  return found;
}

function wearStyles(source: string): void {
  const style = document.createElement("style");
  style.textContent = source;
  document.head.append(style);
}
