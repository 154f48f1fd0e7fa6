/** The signatures of what Weft's own packages export that reference pages describe. */
import { readFileSync } from "node:fs";
import { describePackage } from "./declarations.ts";
import { published } from "./published-packages.ts";

/** Whose members a page describes under headings that name the member alone. */
const owners = ["Weft", "Client", "Room", "RoomCommentsApi", "InboxApi", "WeftYjsProvider", "MemoryServer"];

/** By page, then by heading: of a function `useStorage`, of a member under the heading of its class `LiveObject > get`. */
export type Signatures = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The signatures of what the reference pages in `pages` have headings for. */
export function readSignatures(pages: string): Signatures {
  return Object.fromEntries(
    published.map((name) => {
      const all = ownSignatures(name);
      const headings = headingsOf(readFileSync(`${pages}/weft-${name}.mdx`, "utf8"));
      const shown = headings.flatMap(({ above, title }) => {
        const text =
          all.get(`${above}.${title}`) ??
          all.get(title) ??
          owners.map((owner) => all.get(`${owner}.${title}`)).find((member) => member !== undefined);
        return text === undefined ? [] : [[above === "" ? title : `${above} > ${title}`, text] as const];
      });
      return [`weft-${name}`, Object.fromEntries(shown)];
    }),
  );
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
