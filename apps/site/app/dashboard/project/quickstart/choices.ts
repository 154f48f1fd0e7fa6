import { families, familyNames } from "../../../docs/mdx/package-families.ts";
import type { Family } from "../../../docs/mdx/package-families.ts";

export const features = [
  { value: "presence", label: "Presence" },
  { value: "text", label: "Text editor" },
  { value: "comments", label: "Comments" },
  { value: "notifications", label: "Notifications" },
  { value: "ai", label: "AI copilots" },
  { value: "storage", label: "Sync engine" },
] as const;
export type Feature = (typeof features)[number]["value"];
/** Its data belongs to a user: apps get tokens from their back end. The ready-made components are for React. */
export type UserFeature = Extract<Feature, "comments" | "notifications" | "ai">;
/** Its data belongs to the room: the public key is enough. */
export type RoomFeature = Exclude<Feature, UserFeature>;

const ofUsers: readonly Feature[] = ["comments", "notifications", "ai"] satisfies readonly UserFeature[];

export function isOfUsers(feature: Feature): feature is UserFeature {
  return ofUsers.includes(feature);
}

export const frameworks = [
  { value: "nextjs", label: "Next.js" },
  { value: "react", label: "React" },
  { value: "svelte", label: "Svelte" },
  { value: "vue", label: "Vue" },
  { value: "solid", label: "SolidJS" },
  { value: "javascript", label: "JavaScript" },
] as const;
export type Framework = (typeof frameworks)[number]["value"];

/** The frameworks for which a feature has a quickstart. */
export function frameworksOf(feature: Feature): readonly (typeof frameworks)[number][] {
  return isOfUsers(feature) ? frameworks.filter(({ value }) => value === "nextjs" || value === "react") : frameworks;
}

export const packageManagers = [
  { value: "npm", label: "npm" },
  { value: "pnpm", label: "pnpm" },
  { value: "yarn", label: "yarn" },
  { value: "bun", label: "bun" },
] as const;
export type PackageManager = (typeof packageManagers)[number]["value"];

/** Weft's own packages, or the official ones. */
export const packageFamilies = families.map((value) => ({ value, label: familyNames[value] }));

/** Everything that the steps are made for. */
export interface Choice {
  readonly feature: Feature;
  readonly framework: Framework;
  readonly packageManager: PackageManager;
  readonly family: Family;
}

/** What of the address is one of the options; the first option where it is none. */
export function chosen<V extends string>(options: readonly { readonly value: V }[], text: string | null): V {
  const [first] = options;
  if (first === undefined) throw new Error("There are no options.");
  return options.find(({ value }) => value === text)?.value ?? first.value;
}
