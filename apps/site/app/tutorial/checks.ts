import type { Act, Files, Target } from "@weft/example-tutorial-runner/messages";

/** A window of the preview, as a check uses it. */
export interface PreviewWindow {
  /** Does what a person would; false where there is nothing to do it with. */
  act(act: Act): Promise<boolean>;
  /** Waits for something to be seen: as often as `count` says, or at all. */
  sees(target: Target, count?: number): Promise<boolean>;
}

/** The code of a file without its comments, in one line; empty where there is no such file. */
export type Code = (file: string) => string;

/** One thing that a check looks at: what is written, or what happens in the windows. */
export type Step =
  | { readonly kind: "source"; readonly says: string; readonly holds: (code: Code) => boolean }
  | {
      readonly kind: "windows";
      readonly says: string;
      readonly happens: (ada: PreviewWindow, grace: PreviewWindow) => Promise<boolean>;
    };

const written = (says: string, file: string, ...patterns: readonly RegExp[]): Step => ({
  kind: "source",
  says,
  holds: (code) => patterns.every((pattern) => pattern.test(code(file))),
});

const seen = (says: string, happens: (ada: PreviewWindow, grace: PreviewWindow) => Promise<boolean>): Step => ({
  kind: "windows",
  says,
  happens,
});

/** Whether all of it happens, one after the other. */
async function inTurn(...events: readonly (() => Promise<boolean>)[]): Promise<boolean> {
  for (const event of events) if (!(await event())) return false;
  return true;
}

const line = (text?: string): Target => ({ selector: "li", ...(text !== undefined && { text }) });
const button = (text: string, within = ""): Target => ({ selector: `${within} button`.trim(), text });
const box: Target = { selector: "input[type=checkbox]" };
const ticked: Target = { selector: "input[type=checkbox]:checked" };
const textInput: Target = { selector: "input:not([type=checkbox])" };
const stage: Target = { selector: ".stage" };
const cursor = (text?: string): Target => ({ selector: ".cursor", ...(text !== undefined && { text }) });
const says = (text: string): Target => ({ selector: "*", text });

/** What the check of each chapter looks at, in order. */
export const checks: Readonly<Record<string, readonly Step[]>> = {
  welcome: [
    written("App.tsx greets Weft", "App.tsx", /Hello, Weft/u),
    seen("Both windows say “Hello, Weft”", (ada, grace) =>
      inTurn(
        () => ada.sees(says("Hello, Weft")),
        () => grace.sees(says("Hello, Weft")),
      ),
    ),
  ],
  connecting: [
    written("There is a WeftProvider with the server’s address", "App.tsx", /<WeftProvider\b[^>]*\bbaseUrl=/u),
    written("It has the public key", "App.tsx", /<WeftProvider\b[^>]*\bpublicApiKey=/u),
    seen("Both windows have a client", (ada, grace) =>
      inTurn(
        () => ada.sees(says("The client is ready")),
        () => grace.sees(says("The client is ready")),
      ),
    ),
  ],
  "joining-a-room": [
    written("A RoomProvider enters the room of the playground", "App.tsx", /<RoomProvider\b[^>]*\bid=\{roomId\}/u),
    written(
      "A ClientSideSuspense has something to show meanwhile",
      "App.tsx",
      /<ClientSideSuspense fallback=(?!\{null\})/u,
    ),
    seen("Both windows are in the room", (ada, grace) =>
      inTurn(
        () => ada.sees(says("You are connection")),
        () => grace.sees(says("You are connection")),
      ),
    ),
  ],
  others: [
    written("Room.tsx asks for the others", "Room.tsx", /\buseOthers\(/u),
    seen("Each window counts one other", (ada, grace) =>
      inTurn(
        () => ada.sees({ selector: "p", text: "1" }),
        () => grace.sees({ selector: "p", text: "1" }),
      ),
    ),
    seen("Each window lists two people", (ada, grace) =>
      inTurn(
        () => ada.sees(line(), 2),
        () => grace.sees(line(), 2),
      ),
    ),
  ],
  presence: [
    written(
      "The presence is typed: a name and a note",
      "weft.config.ts",
      /Presence: \{[^}]*\bname: string\b[^}]*\}/u,
      /Presence: \{[^}]*\bnote: string\b[^}]*\}/u,
    ),
    written("Every user enters with a name", "App.tsx", /\binitialPresence=\{\{[^}]*\bname\b/u),
    seen("Ada sees Grace, and Grace sees Ada", (ada, grace) =>
      inTurn(
        () => ada.sees(line("Grace"), 1),
        () => grace.sees(line("Ada"), 1),
      ),
    ),
  ],
  "updating-presence": [
    written("The input updates the presence", "Room.tsx", /\buse(?:My|UpdateMy)Presence\(/u, /\bonChange=/u),
    seen("Grace reads what Ada types", (ada, grace) =>
      inTurn(
        () => ada.sees(line("Grace")),
        () => grace.sees(line("Ada")),
        () => ada.act({ kind: "type", into: textInput, text: "reading the brief" }),
        () => grace.sees(line("reading the brief")),
      ),
    ),
    seen("And Ada reads what Grace types", (ada, grace) =>
      inTurn(
        () => grace.act({ kind: "type", into: textInput, text: "drafting a reply" }),
        () => ada.sees(line("drafting a reply")),
      ),
    ),
  ],
  "live-cursors": [
    written("The stage updates the cursor", "Room.tsx", /\bon(?:Pointer|Mouse)Move=/u),
    seen("Grace sees Ada’s cursor", (ada, grace) =>
      inTurn(
        () => ada.act({ kind: "point", at: stage, x: 60, y: 60 }),
        () => grace.sees(cursor("Ada"), 1),
      ),
    ),
    seen("The cursor disappears when Ada’s pointer leaves", (ada, grace) =>
      inTurn(
        () => ada.act({ kind: "leave", from: stage }),
        () => grace.sees(cursor(), 0),
      ),
    ),
  ],
  "broadcasting-events": [
    written("The button broadcasts an event", "Room.tsx", /\buseBroadcastEvent\(/u, /\bonClick=/u),
    written("The room listens for events", "Room.tsx", /\buseEventListener\(/u),
    seen("Ada waves, and Grace sees it", (ada, grace) =>
      inTurn(
        () => ada.sees(says("Others here: 1")),
        () => grace.sees(says("Others here: 1")),
        () => ada.act({ kind: "click", on: button("Wave") }),
        () => grace.sees({ selector: "[role=status]", text: "Ada" }),
      ),
    ),
    seen("The toast disappears", (_, grace) => grace.sees({ selector: "[role=status]" }, 0)),
  ],
  storage: [
    written("The storage is typed", "weft.config.ts", /\bStorage: \{[^}]*\btask: LiveObject<Task>/u),
    written("A new room starts with a task", "App.tsx", /\binitialStorage=/u),
    written("Room.tsx reads the task", "Room.tsx", /\buseStorage\(/u),
    seen("Both windows show the task", (ada, grace) =>
      inTurn(
        () => ada.sees(says("Write the agenda")),
        () => grace.sees(says("Write the agenda")),
      ),
    ),
  ],
  "modifying-storage-data": [
    written("A mutation changes the task", "Room.tsx", /\buseMutation\(/u, /\.set\("done"/u),
    seen("Ada checks the box, and it is checked for Grace", (ada, grace) =>
      inTurn(
        () => grace.sees(box),
        () => ada.act({ kind: "click", on: box }),
        () => grace.sees(ticked),
      ),
    ),
    seen("Undo reverts it in both windows", (ada, grace) =>
      inTurn(
        () => ada.act({ kind: "click", on: button("Undo") }),
        () => grace.sees(ticked, 0),
        () => ada.sees(ticked, 0),
      ),
    ),
  ],
  "nesting-data-types": [
    written(
      "The storage is a list of tasks",
      "weft.config.ts",
      /\bStorage: \{[^}]*\btasks: /u,
      /\bLiveList<LiveObject<Task>>/u,
    ),
    written("Mutations add, remove and move", "Room.tsx", /\.push\(/u, /\.delete\(/u, /\.move\(/u),
    seen("Ada adds “Invite the team”, and Grace sees it", (ada, grace) =>
      inTurn(
        () => grace.sees(line(), 1),
        () => ada.act({ kind: "type", into: textInput, text: "Invite the team" }),
        () => ada.act({ kind: "submit", form: textInput }),
        () => grace.sees(line("Invite the team"), 1),
      ),
    ),
    seen("Grace moves it up, and it is the first for Ada", (ada, grace) =>
      inTurn(
        () => grace.act({ kind: "click", on: button("Up", "li:last-child") }),
        () => ada.sees({ selector: "li:first-child", text: "Invite the team" }),
      ),
    ),
    seen("Ada removes it, and it disappears for Grace", (ada, grace) =>
      inTurn(
        () => ada.act({ kind: "click", on: button("Remove", "li:first-child") }),
        () => grace.sees(line("Invite the team"), 0),
      ),
    ),
  ],
};

/** Reads a program's files without their comments. */
export function codeOf(files: Files): Code {
  return (file) =>
    (files[file] ?? "")
      .replaceAll(/\/\*[\s\S]*?\*\//gu, " ")
      .replaceAll(/(^|\s)\/\/.*$/gmu, "$1")
      .replaceAll(/\s+/gu, " ")
      .trim();
}
