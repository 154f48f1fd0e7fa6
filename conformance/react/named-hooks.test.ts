// First, as the others look for a document when they are loaded.
import "../support/dom.ts";
import * as react from "@liveblocks/react";
import * as suspense from "@liveblocks/react/suspense";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import listed from "./hooks.json" with { type: "json" };

/** The hooks of the official package: those in a test, and those whose calls are tested without React or by another hook. */
const withoutTest: ReadonlySet<string> = new Set(listed.untested);

const here = import.meta.dirname;
const sources = [here, join(here, "..", "support"), join(here, "..", "editors", "pages")].flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".ts"))
    .map((name) => readFileSync(join(folder, name), "utf8")),
);

/** What the tests import from a module. */
function importedFrom(module: string): Set<string> {
  const imports = new RegExp(`import \\{([^}]*)\\} from "${module}";`, "gu");
  const names = sources.flatMap((source) => [...source.matchAll(imports)].flatMap(([, list]) => list!.split(",")));
  return new Set(names.map((name) => name.trim().split(" as ")[0]!));
}

const hooksOf = (module: Readonly<Record<string, unknown>>) =>
  Object.keys(module).filter((name) => name.startsWith("use") && !withoutTest.has(name));

describe("every hook about comments, notifications, feeds, groups, rooms, versions and chats is in a test", () => {
  const named = importedFrom("@liveblocks/react");
  test.for(hooksOf(react))("%s", (hook) => expect(named).toContain(hook));
});

describe("every hook that suspends is in a test", () => {
  const named = importedFrom("@liveblocks/react/suspense");
  const own = hooksOf(suspense).filter((hook) => Reflect.get(suspense, hook) !== Reflect.get(react, hook));
  test.for(own)("%s", (hook) => expect(named).toContain(hook));
});

test("the list, from which a page of the documentation is generated, has every hook", () => {
  const hooks = Object.keys(react).filter((name) => name.startsWith("use"));
  expect([...listed.tested, ...listed.untested].toSorted()).toEqual(hooks.toSorted());
  expect(hooksOf(react).toSorted()).toEqual(listed.tested.toSorted());
});
