import * as client from "@weft/client";
import * as plainHooks from "@weft/react";
import * as suspenseHooks from "@weft/react/suspense";
import * as react from "react";
import * as jsxRuntime from "react/jsx-runtime";
import { ProgramFailure } from "./failure.ts";
import { watched } from "./sync-watch.tsx";

/** What a program may import by name. */
const packages: Readonly<Record<string, unknown>> = {
  react,
  "react/jsx-runtime": jsxRuntime,
  "@weft/client": client,
  "@weft/react": { ...plainHooks, WeftProvider: watched(plainHooks.WeftProvider) },
  "@weft/react/suspense": { ...suspenseHooks, WeftProvider: watched(suspenseHooks.WeftProvider) },
};

export function packageNamed(name: string, from: string): unknown {
  if (Object.hasOwn(packages, name)) return packages[name];
  const names = Object.keys(packages).filter((known) => known !== "react/jsx-runtime");
  throw new ProgramFailure(`The package “${name}” isn't available. Available packages: ${names.join(", ")}.`, {
    file: from,
  });
}
