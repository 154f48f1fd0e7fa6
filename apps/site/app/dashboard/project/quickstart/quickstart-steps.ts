import { officialForm } from "../../../docs/mdx/package-families.ts";
import { features, frameworks, isOfUsers } from "./choices.ts";
import type { Choice, UserFeature } from "./choices.ts";
import { authFiles, userApp, userComponent, userComponentFile } from "./user-code.ts";
import { installBlocks } from "./install-blocks.ts";
import { reactApp, reactComponent, reactComponentFile } from "./react-code.ts";
import { cursorStyles, editorModule, peopleModule, roomModule } from "./room-code.ts";
import type { Connection } from "./room-code.ts";
import { createCommand, runCommand } from "./shell-commands.ts";
import { views } from "./view-code.ts";

export interface QuickstartStep {
  readonly title: string;
  readonly text: string;
  readonly blocks: readonly { readonly file: string; readonly code: string }[];
}

/** From an empty folder to two connected windows, with the project's key and server in the code. */
export function quickstartSteps(choice: Choice, connection: Connection): QuickstartStep[] {
  const { framework, packageManager, family } = choice;
  return [
    {
      title: "Create an app",
      text: "Or use an existing app.",
      blocks: [{ file: "Terminal", code: createCommand(framework, packageManager) }],
    },
    {
      title: "Install the client",
      text: installText[family],
      blocks: installBlocks(choice, connection.serverUrl),
    },
    ...(family === "weft" ? codeSteps(choice, connection) : codeSteps(choice, connection).map(withOfficialNames)),
    {
      title: "Open the app in two windows",
      text: startText(choice),
      blocks: [
        ...(isOfUsers(choice.feature) && framework === "react"
          ? [{ file: "A second terminal", code: "node --env-file=.env server.ts" }]
          : []),
        { file: "Terminal", code: runCommand(packageManager) },
      ],
    },
  ];
}

const installText = {
  weft: "Your server serves Weft's own packages.",
  liveblocks: "Weft works with the official Liveblocks packages: baseUrl is the address of your server.",
} as const;

function withOfficialNames(step: QuickstartStep): QuickstartStep {
  return { ...step, blocks: step.blocks.map(({ file, code }) => ({ file, code: officialForm(code) })) };
}

function startText({ feature, framework }: Choice): string {
  if (!isOfUsers(feature) || framework !== "react") return "Start the app, then open its address in two windows.";
  return "Start the back end and the app, then open the app's address in two windows.";
}

function userSteps(feature: UserFeature, { framework }: Choice, connection: Connection): QuickstartStep[] {
  const next = framework === "nextjs";
  const folder = next ? "src/app" : "src";
  return [
    {
      title: "Issue tokens",
      text: `${userText[feature].why} Your back end issues the tokens, with a secret key of this project.`,
      blocks: authFiles(feature, framework, connection),
    },
    {
      title: "Enter a room",
      text: "The address of this server is filled in.",
      blocks: [{ file: `${folder}/${next ? "page" : "App"}.tsx`, code: userApp(feature, connection, next) }],
    },
    {
      title: userText[feature].title,
      text: userText[feature].text,
      blocks: [{ file: `${folder}/${userComponentFile(feature)}`, code: userComponent(feature, next) }],
    },
  ];
}

const userText: Record<UserFeature, { readonly why: string; readonly title: string; readonly text: string }> = {
  comments: {
    why: "Comments belong to a user.",
    title: "Show comments",
    text: "Threads of the room, and a composer for new ones.",
  },
  notifications: {
    why: "An inbox belongs to a user.",
    title: "Show the inbox",
    text: "Comments and mentions arrive in it by themselves. Your back end can send other notifications.",
  },
  ai: {
    why: "Chats belong to a user.",
    title: "Show a chat",
    text: "The server's default model answers. To use a copilot of this project, pass its id as copilotId.",
  },
};

function codeSteps(choice: Choice, connection: Connection): QuickstartStep[] {
  const { feature, framework } = choice;
  if (isOfUsers(feature)) return userSteps(feature, choice, connection);
  const inside = insideText[feature];
  const besidesIn = (folder: string) => [
    ...(feature === "storage" ? [] : [{ file: `${folder}/people.ts`, code: peopleModule }]),
    ...(feature === "presence" ? [{ file: `${folder}/cursors.css`, code: cursorStyles }] : []),
  ];
  const bind = {
    title: "Bind an editor to the room's document",
    text: "Yjs merges concurrent edits, and the provider syncs them.",
  };
  if (framework === "react" || framework === "nextjs") {
    const next = framework === "nextjs";
    const folder = next ? "src/app" : "src";
    return [
      {
        title: "Enter a room",
        text: "Your public key and the address of this server are filled in.",
        blocks: [{ file: `${folder}/${next ? "page" : "App"}.tsx`, code: reactApp(feature, connection, next) }],
      },
      ...(feature === "text" ? [{ ...bind, blocks: [{ file: `${folder}/editor.ts`, code: editorModule }] }] : []),
      {
        ...inside,
        blocks: [
          { file: `${folder}/${reactComponentFile(feature)}`, code: reactComponent(feature, next) },
          ...besidesIn(folder),
        ],
      },
    ];
  }
  return [
    {
      title: "Enter a room",
      text: "Your public key and the address of this server are filled in.",
      blocks: [{ file: "src/room.ts", code: roomModule(feature, connection) }],
    },
    ...(feature === "text" ? [{ ...bind, blocks: [{ file: "src/editor.ts", code: editorModule }] }] : []),
    { ...inside, blocks: [views[framework][feature], ...besidesIn("src")] },
  ];
}

const insideText = {
  presence: {
    title: "Show other users",
    text: "Presence is live state that users share with the room. It isn't stored.",
  },
  storage: { title: "Share a list", text: "Storage is saved and merges concurrent edits." },
  text: { title: "Show the editor", text: "Everyone in the room edits the same text." },
} as const;

/** The steps as one prompt for a coding assistant. */
export function quickstartPrompt(choice: Choice, connection: Connection): string {
  const feature = features.find(({ value }) => value === choice.feature)?.label ?? choice.feature;
  const framework = frameworks.find(({ value }) => value === choice.framework)?.label ?? choice.framework;
  const steps = quickstartSteps(choice, connection).map(({ title, text, blocks }, index) => {
    const code = blocks.map(({ file, code: lines }) =>
      [...(isTerminal(file) ? [] : [`\`${file}\``, ""]), `\`\`\`${languageOf(file)}`, lines, "```"].join("\n"),
    );
    return [`## ${index + 1}. ${title}`, text, ...code].join("\n\n");
  });
  return [
    `# Add ${feature.toLowerCase()} to a ${framework} app with Weft`,
    `Weft is a self-hosted server for real-time collaboration. ${promptText[choice.family]} The server is at ${connection.serverUrl}. Keep \`baseUrl\` and ${isOfUsers(choice.feature) ? "the endpoint for tokens" : "the public key"} exactly as shown below. If the app already exists, skip step 1 and adapt the code to it.`,
    ...steps,
  ].join("\n\n");
}

const promptText = {
  weft: "Its client packages, `@weft/*`, are installed from the server: no registry has them. They have the names of the Liveblocks SDKs.",
  liveblocks: "It speaks the protocol of the Liveblocks SDKs.",
} as const;

function isTerminal(file: string): boolean {
  return file === "Terminal" || file === "A second terminal";
}

/** As Markdown and the colors of code name it. */
export function languageOf(file: string): string {
  if (isTerminal(file) || file.startsWith(".env")) return "sh";
  return file.slice(file.lastIndexOf(".") + 1);
}
