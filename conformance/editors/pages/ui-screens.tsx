/** Every component of `@weft/react-ui`, a scene at a time: `window.showScene("thread-open")`. */
import { defineAiTool } from "@weft/client";
import type { ThreadData } from "@weft/client";
import { RoomProvider, useInboxNotifications, useStatus, useThreads, WeftProvider } from "@weft/react";
import {
  AiChat,
  AiTool,
  AvatarStack,
  CommentPin,
  Composer,
  Cursors,
  FloatingComposer,
  FloatingThread,
  HistoryVersionSummary,
  HistoryVersionSummaryList,
  Icon,
  InboxNotification,
  InboxNotificationList,
  Thread,
  WeftUiConfig,
} from "@weft/react-ui";
import type { InboxNotificationCustomKindProps } from "@weft/react-ui";
import { ar } from "@weft/react-ui/languages/ar";
import { useState } from "react";
import type { ComponentType, ReactNode } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { bodyOf, screenContent } from "../../screens/content.ts";
import type { ScreenLanguage } from "../../screens/content.ts";
import { editorScenes } from "./editor-scenes.tsx";

interface ScreenOptions {
  readonly baseUrl: string;
  readonly roomId: string;
  readonly language: ScreenLanguage;
  readonly userId: string;
  readonly copilotId: string;
}

const { baseUrl, roomId, language, userId, copilotId } = (globalThis as never as { pageOptions: ScreenOptions })
  .pageOptions;
const authorize = (globalThis as never as { authorize: () => Promise<{ token: string }> }).authorize;
const content = screenContent[language];
const colors = ["#0b6e5f", "#a3460b", "#6a3fb5", "#1d5fa8", "#9c2554", "#5b6b00"];
const others = Object.keys(content.names);

function userOf(id: string) {
  const index = others.indexOf(id);
  const name = content.names[id] ?? (id === userId ? content.ownName : undefined);
  return name === undefined ? undefined : { name, color: colors[(index + colors.length) % colors.length] };
}

const suggested = [
  ...others.slice(0, 3).map((id) => ({ kind: "user" as const, id })),
  { kind: "group" as const, id: "engineering", userIds: others },
];

/** What an application puts around a component. */
const Card = ({ children, style }: { readonly children: ReactNode; readonly style?: object }) => (
  <div className="card" style={style}>
    {children}
  </div>
);

function OneThread({
  scene,
  children,
}: {
  readonly scene: string;
  readonly children: (thread: ThreadData) => ReactNode;
}) {
  const thread = useThreads().threads?.find(({ metadata }) => metadata["scene"] === scene);
  return thread === undefined ? null : children(thread);
}

const draft = bodyOf(
  content.draft[0],
  { text: content.draft[1], bold: true },
  content.draft[2],
  { text: content.draft[3], italic: true },
  content.draft[4],
  { type: "mention", kind: "user", id: "grace" },
  " ",
  { text: "v2.0", code: true },
  " ",
  { text: "v1.9", strikethrough: true },
);

function Inbox() {
  const notifications = useInboxNotifications({ query: { roomId } }).inboxNotifications ?? [];
  return (
    <Card>
      <InboxNotificationList>
        {notifications.map((each) => (
          <InboxNotification
            key={each.id}
            inboxNotification={each}
            href={`#${each.id}`}
            kinds={{
              $fileUploaded: (props: InboxNotificationCustomKindProps) => (
                <InboxNotification.Custom
                  {...props}
                  title={content.fileTitle}
                  aside={
                    <InboxNotification.Icon>
                      <Icon.Attachment />
                    </InboxNotification.Icon>
                  }
                >
                  {content.fileBody}
                </InboxNotification.Custom>
              ),
            }}
          />
        ))}
      </InboxNotificationList>
    </Card>
  );
}

const removal = defineAiTool<{ deleted: boolean }>()({
  description: "Deletes a file",
  parameters: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
  render: ({ types, stage }) => (
    <AiTool
      title={content.toolTitle}
      icon={
        <AiTool.Icon>
          <Icon.Attachment />
        </AiTool.Icon>
      }
    >
      <AiTool.Confirmation types={types} variant="destructive" confirm={() => ({ data: { deleted: true } })}>
        {content.toolQuestion}
      </AiTool.Confirmation>
      {stage === "executed" ? <AiTool.Inspector /> : null}
    </AiTool>
  ),
});

const Chat = ({ chatId, height = 640 }: { readonly chatId: string; readonly height?: number }) => (
  <Card style={{ height }}>
    <AiChat
      chatId={chatId}
      copilotId={copilotId}
      tools={{ delete_file: removal }}
      components={{ Empty: () => <p className="empty">{content.emptyChat}</p> }}
    />
  </Card>
);

const versions = [
  { id: "vh_3", createdAt: new Date(2026, 2, 14, 16, 20), authors: ["grace", "alan"] },
  { id: "vh_2", createdAt: new Date(2026, 2, 13, 9, 5), authors: others },
  { id: "vh_1", createdAt: new Date(2026, 2, 2, 11, 48), authors: [] },
] as const;

const scenes: Readonly<Record<string, ComponentType>> = {
  "thread-open": () => (
    <Card>
      <OneThread scene="open">
        {(thread) => <Thread thread={thread} showDeletedComments showActions showComposer="collapsed" />}
      </OneThread>
    </Card>
  ),
  "thread-resolved": () => (
    <Card>
      <OneThread scene="resolved">{(thread) => <Thread thread={thread} showActions />}</OneThread>
    </Card>
  ),
  "thread-unread": () => (
    <Card>
      <OneThread scene="unread">{(thread) => <Thread thread={thread} showComposer />}</OneThread>
    </Card>
  ),
  "thread-shortened": () => (
    <Card>
      <OneThread scene="open">{(thread) => <Thread thread={thread} maxVisibleComments={2} />}</OneThread>
    </Card>
  ),
  "composer-empty": () => (
    <>
      <Card>
        <Composer />
      </Card>
      <Card>
        <Composer defaultCollapsed />
      </Card>
      <Card>
        <Composer disabled />
      </Card>
    </>
  ),
  "composer-draft": () => (
    <Card>
      <Composer defaultValue={draft} autoFocus />
    </Card>
  ),
  "floating-thread": () => (
    <div className="board">
      <OneThread scene="resolved">
        {(thread) => (
          <FloatingThread thread={thread} defaultOpen>
            <CommentPin userId="barbara" aria-label={content.room} />
          </FloatingThread>
        )}
      </OneThread>
    </div>
  ),
  "comment-pins": () => (
    <div className="board row" style={{ minHeight: 0 }}>
      <CommentPin userId="alan" aria-label={content.names["alan"]} />
      <CommentPin userId="grace" aria-label={content.names["grace"]} corner="top-left" size={40} />
      <CommentPin corner="bottom-right" aria-label={content.room}>
        <Icon.Plus />
      </CommentPin>
      <CommentPin />
    </div>
  ),
  "floating-composer": () => (
    <div className="board">
      <FloatingComposer defaultOpen>
        <CommentPin aria-label={content.room}>
          <Icon.Plus />
        </CommentPin>
      </FloatingComposer>
    </div>
  ),
  inbox: Inbox,
  "avatar-stack": () => (
    <div className="board column" style={{ minHeight: 0 }}>
      <AvatarStack />
      <AvatarStack max={null} userIds={others} size={40} />
      <AvatarStack max={4} variant="outline" size={36} gap={3} />
      <AvatarStack max={2} size={24} />
    </div>
  ),
  cursors: () => (
    <Cursors className="board" style={{ height: 320 }}>
      <p className="empty">{content.room}</p>
    </Cursors>
  ),
  history: () => (
    <Card style={{ maxWidth: 360 }}>
      <HistoryVersionSummaryList>
        {versions.map(({ id, createdAt, authors }) => (
          <HistoryVersionSummary
            key={id}
            version={{ id, createdAt, authors: authors.map((author) => ({ id: author })) }}
            selected={id === "vh_3"}
          />
        ))}
      </HistoryVersionSummaryList>
    </Card>
  ),
  "ai-empty": () => <Chat chatId="empty" height={360} />,
  "ai-answer": () => <Chat chatId="answer" height={920} />,
  "ai-tool": () => <Chat chatId="tool" height={480} />,
  "ai-error": () => <Chat chatId="error" height={360} />,
  "ai-compact": () => (
    <Card style={{ height: 360, maxWidth: 380 }}>
      <AiChat chatId="compact" copilotId={copilotId} layout="compact" />
    </Card>
  ),
  ...editorScenes({ roomId, content }),
};

let show: (scene: string) => void;

function Stage() {
  const [scene, setScene] = useState("");
  show = (next) => flushSync(() => setScene(next));
  const Scene = scenes[scene];
  return (
    <main data-scene={scene}>
      <h1 className="title">{scene}</h1>
      {Scene === undefined ? null : <Scene key={scene} />}
      <output>{useStatus() === "connected" ? "ready" : "waiting"}</output>
    </main>
  );
}

Object.assign(globalThis, { showScene: (scene: string) => show(scene) });
// What is seen is not read, so that it looks the same when it is seen again.
document.hasFocus = () => false;
document.documentElement.lang = language;
document.documentElement.dir = language === "ar" ? "rtl" : "ltr";

const root = document.createElement("div");
document.body.append(root);
createRoot(root).render(
  <WeftProvider
    baseUrl={baseUrl}
    throttle={16}
    authEndpoint={() => authorize()}
    resolveUsers={({ userIds }) => userIds.map(userOf)}
    resolveRoomsInfo={({ roomIds }) => roomIds.map(() => ({ name: content.room }))}
    resolveGroupsInfo={({ groupIds }) =>
      groupIds.map(() => ({ name: content.team, description: content.teamDescription }))
    }
    resolveMentionSuggestions={() => suggested}
  >
    <RoomProvider id={roomId}>
      <WeftUiConfig overrides={language === "ar" ? ar : {}}>
        <Stage />
      </WeftUiConfig>
    </RoomProvider>
  </WeftProvider>,
);
