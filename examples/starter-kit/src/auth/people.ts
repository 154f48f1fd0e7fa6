/**
 * The directory of the demo. Replace these functions with queries to your own users and groups; nothing else knows where
 * people come from.
 */
import "server-only";
import { avatarOf } from "./avatar.ts";

export interface Person {
  /** The user id in Weft: never changes, and is at most 40 characters long. */
  readonly id: string;
  readonly name: string;
  /** Carries white text. */
  readonly color: string;
  /** The address of a picture. */
  readonly avatar: string;
  readonly groupIds: readonly string[];
}

export interface Group {
  readonly id: string;
  readonly name: string;
}

const people: readonly Person[] = [
  { id: "ada", name: "Ada Moreau", color: "#4f5fcf", groupIds: ["design"] },
  { id: "ben", name: "Ben Okafor", color: "#c2412b", groupIds: ["engineering"] },
  { id: "chloe", name: "Chloe Tanaka", color: "#0f7c72", groupIds: ["design", "engineering"] },
  { id: "dev", name: "Dev Raman", color: "#9647ad", groupIds: ["engineering"] },
  { id: "elif", name: "Elif Demir", color: "#91660a", groupIds: [] },
].map((person) => ({ ...person, avatar: avatarOf(person.name, person.color) }));

const groups: readonly Group[] = [
  { id: "design", name: "Design" },
  { id: "engineering", name: "Engineering" },
];

/** What other users learn about a person. */
export function infoOf({ name, color, avatar }: Person): Weft["UserMeta"]["info"] {
  return { name, color, avatar };
}

export async function findPerson(id: string): Promise<Person | undefined> {
  return people.find((person) => person.id === id);
}

export async function listPeople(): Promise<readonly Person[]> {
  return people;
}

export async function listGroups(): Promise<readonly Group[]> {
  return groups;
}
