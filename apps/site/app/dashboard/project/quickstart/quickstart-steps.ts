import { features, frameworks } from "./choices.ts";
import type { Choice } from "./choices.ts";
import { reactApp, reactComponent, reactComponentFile } from "./react-code.ts";
import { cursorStyles, editorModule, peopleModule, roomModule } from "./room-code.ts";
import type { Connection } from "./room-code.ts";
import { createCommand, installCommand, runCommand } from "./shell-commands.ts";
import { views } from "./view-code.ts";

export interface QuickstartStep {
  readonly title: string;
  readonly text: string;
  readonly blocks: readonly { readonly file: string; readonly code: string }[];
}

/** From an empty folder to two windows that see each other, with the project's own key and server in the code. */
export function quickstartSteps(choice: Choice, connection: Connection): QuickstartStep[] {
  const { framework, packageManager } = choice;
  return [
    {
      title: "Make an app",
      text: "Or go on in one that you have.",
      blocks: [{ file: "Terminal", code: createCommand(framework, packageManager) }],
    },
    {
      title: "Install the client",
      text: "Weft speaks to the official Liveblocks packages, unmodified.",
      blocks: [{ file: "Terminal", code: installCommand(packagesOf(choice), packageManager) }],
    },
    ...codeSteps(choice, connection),
    {
      title: "Open it twice",
      text: "Start the app and open its address in two windows.",
      blocks: [{ file: "Terminal", code: runCommand(packageManager) }],
    },
  ];
}

function packagesOf({ feature, framework }: Choice): string[] {
  const react = framework === "react" || framework === "nextjs";
  return [
    "@liveblocks/client",
    ...(react ? ["@liveblocks/react"] : []),
    ...(feature === "text" ? ["@liveblocks/yjs", "yjs", "codemirror", "y-codemirror.next"] : []),
  ];
}

function codeSteps({ feature, framework }: Choice, connection: Connection): QuickstartStep[] {
  const inside = insideText[feature];
  const besidesIn = (folder: string) => [
    ...(feature === "storage" ? [] : [{ file: `${folder}/people.ts`, code: peopleModule }]),
    ...(feature === "presence" ? [{ file: `${folder}/cursors.css`, code: cursorStyles }] : []),
  ];
  const bind = {
    title: "Bind an editor to the room's document",
    text: "Yjs merges what everybody types; the provider carries it.",
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
  presence: { title: "Show who is here", text: "Presence is what users see of each other; it is not stored." },
  storage: { title: "Share a list", text: "Storage is kept, and merges what people change at the same time." },
  text: { title: "Show the editor", text: "Everybody in the room writes in the same text." },
} as const;

/** The steps as one prompt for a coding assistant. */
export function quickstartPrompt(choice: Choice, connection: Connection): string {
  const feature = features.find(({ value }) => value === choice.feature)?.label ?? choice.feature;
  const framework = frameworks.find(({ value }) => value === choice.framework)?.label ?? choice.framework;
  const steps = quickstartSteps(choice, connection).map(({ title, text, blocks }, index) => {
    const code = blocks.map(({ file, code: lines }) =>
      [...(file === "Terminal" ? [] : [`\`${file}\``, ""]), `\`\`\`${languageOf(file)}`, lines, "```"].join("\n"),
    );
    return [`## ${index + 1}. ${title}`, text, ...code].join("\n\n");
  });
  return [
    `# Add ${feature.toLowerCase()} to a ${framework} app with Weft`,
    `Weft is a self-hosted server for real-time collaboration that speaks the protocol of the Liveblocks SDKs. The server is at ${connection.serverUrl}; keep \`baseUrl\` and the public key exactly as they stand below. If the app exists already, skip step 1 and fit the code into it.`,
    ...steps,
  ].join("\n\n");
}

/** As Markdown and the colors of code name it. */
export function languageOf(file: string): string {
  if (file === "Terminal") return "sh";
  return file.slice(file.lastIndexOf(".") + 1);
}
