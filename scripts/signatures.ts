/** The signatures of what Weft's own packages export that reference pages describe. */
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { DeclaredTypes, parameterRows } from "./declaration-parameters.ts";
import type { ParameterRow } from "./declaration-parameters.ts";
import { describePackage } from "./declarations.ts";
import { published } from "./published-packages.ts";

/** Whose members a page describes under headings that name the member alone. */
const owners = ["Weft", "Client", "Room", "RoomCommentsApi", "InboxApi", "WeftYjsProvider", "MemoryServer"];

/** A function, or a member of a class, as the reference describes it. */
export interface Signature {
  readonly signature: string;
  readonly parameters: readonly ParameterRow[];
}

/** By page, then by heading: of a function `useStorage`, of a member under the heading of its class `LiveObject > get`. */
export type Signatures = Readonly<Record<string, Readonly<Record<string, Signature>>>>;

/** The signatures of what the reference pages in the folder `pages` have headings for. */
export function readSignatures(pages: string): Signatures {
  const types = new DeclaredTypes(
    [...published, "protocol"].map((name) => `${pages}/../../../../../packages/${name}/src`),
  );
  return Object.fromEntries(
    published.flatMap((name) => {
      const all = ownSignatures(name);
      return pagesOf(pages, `weft-${name}`).map((page) => {
        const headings = headingsOf(readFileSync(`${pages}/${page}.mdx`, "utf8"));
        // A page about one class has its members as sections.
        const about = page.split(/[/-]/u)[2]?.replace(/^./u, (letter) => letter.toUpperCase());
        const shown = headings.flatMap(({ above, title }) => {
          const key = [
            `${above}.${title}`,
            `${about}.${title}`,
            title,
            ...owners.map((owner) => `${owner}.${title}`),
          ].find((each) => all.has(each));
          if (key === undefined) return [];
          const signature = all.get(key)!;
          const entry: Signature = { signature, parameters: parameterRows(signature, key, types) };
          return [[above === "" ? title : `${above} > ${title}`, entry] as const];
        });
        return [page, Object.fromEntries(shown)] as const;
      });
    }),
  );
}

/** The page of a package, and those below it. */
function pagesOf(folder: string, index: string): readonly string[] {
  const below = existsSync(`${folder}/${index}`) ? readdirSync(`${folder}/${index}`) : [];
  return [index, ...below.toSorted().map((file) => `${index}/${file.replace(/\.mdx$/u, "")}`)];
}

/** Of functions, and of the methods of classes and interfaces as `Class.method`. */
function ownSignatures(name: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const [main] = describePackage(name);
  for (const { name: exported, kind, signature, aliasOf } of main!.names) {
    if (aliasOf !== undefined) continue;
    if (/^(class|interface)$/u.test(kind)) methodsOf(exported, signature, found);
    else if (/^(function|hook|component)$/u.test(kind)) found.set(exported, signature);
  }
  return found;
}

function methodsOf(owner: string, signature: string, found: Map<string, string>): void {
  for (const [member, name] of signature.matchAll(/^ {2}(?:static )?(\w+)[<(](?:.*;$|[\s\S]*?^ {2}\S.*;$)/gmu)) {
    const text = member.replaceAll(/^ {2}/gmu, "");
    const key = `${owner}.${name}`;
    found.set(key, found.has(key) ? `${found.get(key)}\n${text}` : text);
  }
}

/** The names among the headings of a page, each with the heading of level 2 above it. */
function headingsOf(source: string): readonly { readonly above: string; readonly title: string }[] {
  let above = "";
  return [...source.replaceAll(/^```[\s\S]*?^```$/gmu, "").matchAll(/^(##|###) (\w+|.*)$/gmu)].map(
    ([, marks, title]) => {
      const heading = { above: marks === "##" ? "" : above, title: title! };
      if (marks === "##") above = title!;
      return heading;
    },
  );
}
