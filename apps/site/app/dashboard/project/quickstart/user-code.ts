import type { Framework, UserFeature } from "./choices.ts";
import { quickstartRoom } from "./room-code.ts";
import type { Connection } from "./room-code.ts";

/** Code of features whose data belongs to a user: comments, notifications and copilots. Tokens come from the app's back end. */
export interface CodeFile {
  readonly file: string;
  readonly code: string;
}

const componentNames: Record<UserFeature, string> = { comments: "Comments", notifications: "Inbox", ai: "Copilot" };

/** The users of the app until it has its own, with the type of what tokens say of them. */
const people = `declare global {
  interface Weft {
    UserMeta: { id: string; info: { name: string; color: string } };
  }
}

/** Sample users. Replace them with your own. */
export const people = [
  { id: "ada", name: "Ada", color: "#2563eb" },
  { id: "ben", name: "Ben", color: "#c2410c" },
];`;

const secretNote = "# Copy a secret key from the API keys page of this project.";
const secret = `${secretNote}\nWEFT_SECRET_KEY=sk_your_secret_key`;

/** A back end that knows who the user is, and asks the server for their token. */
export function authFiles(feature: UserFeature, framework: Framework, { serverUrl }: Connection): readonly CodeFile[] {
  const client = `const weft = new Weft({ baseUrl: "${serverUrl}", secret: process.env["WEFT_SECRET_KEY"]! });`;
  const session = `// Your session says who the user is. Until then, each window is one of the sample users.
  const { id, name, color } = people[Math.floor(Math.random() * people.length)]!;
  const session = weft.prepareSession(id, { userInfo: { name, color } });
  session.allow("${quickstartRoom}", session.FULL_ACCESS);
  const { status, body } = await session.authorize();`;
  const notify = `for (const { id: userId } of people)
    await weft.triggerInboxNotification({
      userId,
      kind: "$quickstart",
      subjectId: "quickstart",
      activityData: { text: "Hello from the back end" },
    });`;
  const notifies = feature === "notifications";
  if (framework === "nextjs")
    return [
      { file: ".env.local", code: secret },
      { file: "src/app/people.ts", code: people },
      {
        file: "src/app/api/auth/route.ts",
        code: `import { Weft } from "@weft/node";
import { people } from "../../people";

${client}

export async function POST() {
  ${session}
  return new Response(body, { status });
}`,
      },
      ...(notifies
        ? [
            {
              file: "src/app/api/notify/route.ts",
              code: `import { Weft } from "@weft/node";
import { people } from "../../people";

${client}

export async function POST() {
  ${notify}
  return new Response(null, { status: 204 });
}`,
            },
          ]
        : []),
    ];
  return [
    { file: ".env", code: secret },
    { file: "src/people.ts", code: people },
    {
      file: "server.ts",
      code: `import { Weft } from "@weft/node";
import express from "express";
import { people } from "./src/people.ts";

${client}
const app = express();

app.post("/api/auth", async (_request, response) => {
  ${session}
  response.status(status).send(body);
});
${
  notifies
    ? `
app.post("/api/notify", async (_request, response) => {
  ${notify}
  response.sendStatus(204);
});
`
    : ""
}
app.listen(3001);`,
    },
    {
      file: "vite.config.ts",
      code: `import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [react()],
  server: { proxy: { "/api": "http://localhost:3001" } },
});`,
    },
  ];
}

/** The app around the room, with a token of the back end instead of the public key. */
export function userApp(feature: UserFeature, { serverUrl }: Connection, next: boolean): string {
  const name = componentNames[feature];
  return `${next ? `"use client";\n\n` : ""}import { ClientSideSuspense, RoomProvider, WeftProvider } from "@weft/react/suspense";
import "@weft/react-ui/styles.css";
import { ${name} } from "./${name}";
import { people } from "./people";

export default function ${next ? "Page" : "App"}() {
  return (
    <WeftProvider
      baseUrl="${serverUrl}"
      authEndpoint="/api/auth"
      resolveUsers={({ userIds }) => userIds.map((id) => people.find((person) => person.id === id))}
      resolveMentionSuggestions={({ text }) =>
        people.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase())).map(({ id }) => id)
      }
    >
      <RoomProvider id="${quickstartRoom}">
        <ClientSideSuspense fallback={<p>Connecting…</p>}>
          <${name} />
        </ClientSideSuspense>
      </RoomProvider>
    </WeftProvider>
  );
}`;
}

/** The component's file name, without its folder. */
export function userComponentFile(feature: UserFeature): string {
  return `${componentNames[feature]}.tsx`;
}

/** What is inside the room. */
export function userComponent(feature: UserFeature, next: boolean): string {
  const directive = next ? `"use client";\n\n` : "";
  return directive + components[feature];
}

const components: Record<UserFeature, string> = {
  comments: `import { useThreads } from "@weft/react/suspense";
import { Composer, Thread } from "@weft/react-ui";

export function Comments() {
  const { threads } = useThreads();
  return (
    <main>
      {threads.map((thread) => (
        <Thread key={thread.id} thread={thread} />
      ))}
      <Composer />
    </main>
  );
}`,
  notifications: `import { useInboxNotifications } from "@weft/react/suspense";
import { InboxNotification, InboxNotificationList } from "@weft/react-ui";

declare global {
  interface Weft {
    ActivitiesData: { $quickstart: { text: string } };
  }
}

export function Inbox() {
  const { inboxNotifications } = useInboxNotifications();
  return (
    <main>
      <button onClick={() => fetch("/api/notify", { method: "POST" })}>Send a notification</button>
      <InboxNotificationList>
        {inboxNotifications.map((notification) => (
          <InboxNotification
            key={notification.id}
            inboxNotification={notification}
            kinds={{
              $quickstart: ({ inboxNotification }) => (
                <InboxNotification.Custom inboxNotification={inboxNotification} title="Quickstart">
                  {inboxNotification.activities.at(-1)?.data.text}
                </InboxNotification.Custom>
              ),
            }}
          />
        ))}
      </InboxNotificationList>
    </main>
  );
}`,
  ai: `import { RegisterAiKnowledge } from "@weft/react";
import { AiChat } from "@weft/react-ui";

export function Copilot() {
  return (
    <main style={{ height: 600 }}>
      <RegisterAiKnowledge description="What this app is for" value="It tries a copilot of Weft." />
      <AiChat chatId="quickstart" />
    </main>
  );
}`,
};
