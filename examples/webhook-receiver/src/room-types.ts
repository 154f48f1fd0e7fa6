import { LiveObject } from "@weft/client";

/** The tasks of the room, by name, and whether each is done. */
export type Checklist = { tests: boolean; notes: boolean; announcement: boolean };

export const tasks: readonly { readonly name: keyof Checklist; readonly label: string }[] = [
  { name: "tests", label: "Run the tests" },
  { name: "notes", label: "Write the release notes" },
  { name: "announcement", label: "Announce the release" },
];

/** The Storage that a new room begins with. */
export const initialStorage = () => ({
  checklist: new LiveObject<Checklist>({ tests: true, notes: false, announcement: false }),
});

declare global {
  interface Weft {
    Storage: { checklist?: LiveObject<Checklist> };
    UserMeta: { id: string; info: { name: string; color: string; avatar?: string } };
  }
}
