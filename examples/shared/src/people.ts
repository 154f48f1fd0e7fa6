/**
 * The users of an example: a fixed cast of fictional people, and the one that this window is.
 *
 * A user id is a person and a suffix, `ada.k3f9x2ab`. The suffix is made in the visitor's browser and is part of the
 * address, so everyone with the link meets the same cast, in rooms and with inboxes that no stranger shares.
 */
import type { ResolveMentionSuggestionsArgs, ResolveRoomsInfoArgs, ResolveUsersArgs } from "@liveblocks/client";
import type { DemoPerson } from "./demo.ts";
import { firstDye, initials } from "./visitor.ts";

/** A user of an example. */
export interface Person {
  /** The user id, `ada.k3f9x2ab`. */
  readonly id: string;
  readonly name: string;
  readonly color: string;
  /** Their initials on their colour, as the address of a picture. */
  readonly avatar: string;
}

export interface Cast {
  readonly suffix: string;
  /** Everyone, in a fixed order. */
  readonly people: readonly Person[];
  /** Who this window is. */
  readonly you: Person;
}

/** The group that contains everyone. */
const everyone = { id: "everyone", name: "Everyone" } as const;

/** The room of an example for everyone of a suffix. */
export function roomIdOf(suffix: string, example: string): string {
  return `example-${suffix}.${example}`;
}

/**
 * Reads the cast from the address of this page: `?room=` is the suffix, made here if there is none, and `?as=` a person.
 * Without `?as=`, each window of a browser is the next person.
 */
export function openCast(people: readonly DemoPerson[], seat: number): Cast {
  const url = new URL(location.href);
  const suffix = readSuffix(url.searchParams.get("room") ?? "") || ownSuffix();
  if (url.searchParams.get("room") !== suffix) {
    // The address can be shared, whether or not it named a room.
    url.searchParams.set("room", suffix);
    history.replaceState(null, "", url);
  }
  const all = people.map(({ id, name, color }) => ({
    id: `${id}.${suffix}`,
    name,
    color,
    avatar: avatarOf(name, color),
  }));
  const chosen = all.find(({ id }) => id === `${url.searchParams.get("as")}.${suffix}`);
  const you = chosen ?? all[(firstPerson() + seat) % all.length];
  if (you === undefined) throw new Error("The Weft server has no users for this example.");
  return { suffix, people: all, you };
}

/** Turns this window into another person. */
export function becomePerson(person: Person): void {
  const url = new URL(location.href);
  url.searchParams.set("as", person.id.split(".", 1)[0]!);
  location.replace(url);
}

/** The examples whose rooms an inbox can name. */
const titles: ReadonlyMap<string, string> = new Map([
  ["text-comments", "Text with comments"],
  ["canvas-comments", "Comments on a canvas"],
  ["code-review", "Code review"],
  ["video-review", "Video review"],
  ["pdf-annotation", "PDF annotation"],
  ["spreadsheet-comments", "Spreadsheet with comments"],
]);

/** A name for a room from the last part of its ID: `notification-centre.roadmap` is "Roadmap". */
export function nameOfRoom(example: string): string {
  const words = example.split(".").at(-1)!.replaceAll(/[-_]+/gu, " ").trim();
  return words === "" ? "Room" : words.charAt(0).toUpperCase() + words.slice(1);
}

/** What the client asks about users, groups and rooms. An application of your own asks its back end. */
export function resolversOf({ suffix, people, you }: Cast) {
  const byId = new Map(people.map((person) => [person.id, person]));
  return {
    resolveUsers: ({ userIds }: ResolveUsersArgs) =>
      userIds.map((id) => {
        const person = byId.get(id);
        return person && { name: person.name, color: person.color, avatar: person.avatar };
      }),
    resolveGroupsInfo: ({ groupIds }: { groupIds: string[] }) =>
      groupIds.map((id) => (id === everyone.id ? { name: everyone.name } : undefined)),
    resolveRoomsInfo: ({ roomIds }: ResolveRoomsInfoArgs) =>
      roomIds.map((roomId) => {
        const example = roomId.slice(roomIdOf(suffix, "").length);
        // An inbox has notifications of all examples that share these users.
        const name = titles.get(example) ?? nameOfRoom(example);
        return { name, url: `${pageOf(example.split(".", 1)[0]!)}?room=${suffix}&as=${you.id.split(".", 1)[0]}` };
      }),
    resolveMentionSuggestions: ({ text }: ResolveMentionSuggestionsArgs) => {
      const wanted = text.toLowerCase();
      const found = people.filter(({ name }) => name.toLowerCase().includes(wanted)).map(({ id }) => id);
      const all = { kind: "group" as const, id: everyone.id, userIds: people.map(({ id }) => id) };
      const isEveryone = everyone.name.toLowerCase().startsWith(wanted);
      return [...found.map((id) => ({ kind: "user" as const, id })), ...(isEveryone ? [all] : [])];
    },
  };
}

/** The address of another example on the same server; of this page, where it is served alone. */
function pageOf(example: string): string {
  return import.meta.env.BASE_URL.replace(/[^/]+\/$/u, `${example}/`);
}

/** A suffix holds lower-case letters, digits and hyphens, at most 40. */
function readSuffix(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/gu, "-")
    .replaceAll(/^-|-$/gu, "")
    .slice(0, 40);
}

/** The suffix of this browser, which brings its visitor back to their rooms. */
function ownSuffix(): string {
  const key = "weft:suffix";
  const fresh = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => (byte % 36).toString(36)).join("");
  try {
    const kept = readSuffix(localStorage.getItem(key) ?? "") || fresh;
    localStorage.setItem(key, kept);
    return kept;
  } catch {
    // Storage may be forbidden: the suffix then lasts as long as the page's address.
    return fresh;
  }
}

function firstPerson(): number {
  try {
    return firstDye();
  } catch {
    return 0;
  }
}

function avatarOf(name: string, color: string): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="${color}"/><text x="20" y="20" dy=".36em" text-anchor="middle" fill="#fff" font-family="system-ui,sans-serif" font-size="15" font-weight="600">${initials({ name })}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
