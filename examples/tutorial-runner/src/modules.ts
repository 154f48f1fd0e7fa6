import * as client from "@liveblocks/client";
import * as plainHooks from "@liveblocks/react";
import * as suspenseHooks from "@liveblocks/react/suspense";
import * as react from "react";
import * as jsxRuntime from "react/jsx-runtime";
import { ProgramFailure } from "./failure.ts";
import { watched } from "./sync-watch.tsx";

/** What a program may import by name. */
const packages: Readonly<Record<string, unknown>> = {
  react,
  "react/jsx-runtime": jsxRuntime,
  "@liveblocks/client": client,
  "@liveblocks/react": { ...plainHooks, LiveblocksProvider: watched(plainHooks.LiveblocksProvider) },
  "@liveblocks/react/suspense": { ...suspenseHooks, LiveblocksProvider: watched(suspenseHooks.LiveblocksProvider) },
};

export function packageNamed(name: string, from: string): unknown {
  if (Object.hasOwn(packages, name)) return packages[name];
  const names = Object.keys(packages).filter((known) => known !== "react/jsx-runtime");
  throw new ProgramFailure(`The package “${name}” isn't available. Available packages: ${names.join(", ")}.`, {
    file: from,
  });
}
