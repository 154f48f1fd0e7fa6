import { CommentsFigure } from "./comments-figure.tsx";
import { CopilotFigure } from "./copilot-figure.tsx";
import { DurabilityTile } from "./durability-tile.tsx";
import { FeatureTile } from "./feature-tile.tsx";
import { FilesFigure } from "./files-figure.tsx";
import { InspectorFigure } from "./inspector-figure.tsx";
import { NotificationsFigure } from "./notifications-figure.tsx";
import { PresenceFigure } from "./presence-figure.tsx";
import { RestFigure } from "./rest-figure.tsx";
import { SectionHeading } from "./section-heading.tsx";
import { StorageFigure } from "./storage-figure.tsx";
import { TextFigure } from "./text-figure.tsx";
import { VersionsFigure } from "./versions-figure.tsx";
import { WebhooksFigure } from "./webhooks-figure.tsx";

/** What there is. */
export function FeatureSection() {
  return (
    <section aria-labelledby="features-title" className="page py-16 md:py-24">
      <SectionHeading id="features-title" title="Everything for shared rooms.">
        A room is a place in your app: a document, a board, a page. People in a room see each other and edit the same
        data at the same time.
      </SectionHeading>
      <ul className="mt-12 grid gap-4 md:grid-cols-2 lg:grid-cols-6 lg:gap-5">
        <FeatureTile
          title="Presence"
          to="/docs/ready-made-features/presence"
          figure={<PresenceFigure />}
          className="lg:col-span-3"
        >
          Show who is online, where they point and what they select. Presence is live and never stored.
        </FeatureTile>
        <FeatureTile
          title="Storage"
          to="/docs/ready-made-features/multiplayer-editing/sync-engine/weft-storage"
          figure={<StorageFigure />}
          className="lg:col-span-3"
        >
          Objects, lists, maps and text that merge without conflicts, with undo per user.
        </FeatureTile>
        <DurabilityTile className="md:col-span-2 lg:col-span-6" />
        <FeatureTile
          title="Text with Yjs"
          to="/docs/ready-made-features/multiplayer-editing/sync-engine/weft-yjs"
          figure={<TextFigure />}
          className="lg:col-span-3 xl:col-span-2"
        >
          Tiptap, Lexical, BlockNote, CodeMirror and every other Yjs editor, with carets, subdocuments and offline
          edits.
        </FeatureTile>
        <FeatureTile
          title="Comments"
          to="/docs/ready-made-features/comments"
          figure={<CommentsFigure />}
          className="lg:col-span-3 xl:col-span-2"
        >
          Threads on texts, canvases or any element, with mentions, reactions and attachments.
        </FeatureTile>
        <FeatureTile
          title="AI copilots"
          to="/docs/ready-made-features/ai-copilots"
          figure={<CopilotFigure />}
          className="lg:col-span-3 xl:col-span-2"
        >
          Chats that know your documents and change your app with tools, after your users confirm.
        </FeatureTile>
        <FeatureTile
          title="Notifications"
          to="/docs/ready-made-features/notifications"
          figure={<NotificationsFigure />}
          className="lg:col-span-3 xl:col-span-2"
        >
          One inbox per user for comments, mentions and your own events. Unread ones can be emailed.
        </FeatureTile>
        <FeatureTile
          title="Webhooks"
          to="/docs/platform/webhooks"
          figure={<WebhooksFigure />}
          className="lg:col-span-3 xl:col-span-2"
        >
          Signed events for your back end, retried until they arrive. Replay any delivery from the dashboard.
        </FeatureTile>
        <FeatureTile
          title="Versions"
          to="/docs/guides/version-history-with-restore"
          figure={<VersionsFigure />}
          className="lg:col-span-3 xl:col-span-2"
        >
          Saved on request or automatically. View and compare versions, and restore one without losing later edits.
        </FeatureTile>
        <FeatureTile
          title="Inspector"
          to="/docs/tools/devtools"
          figure={<InspectorFigure />}
          className="lg:col-span-3 xl:col-span-4"
        >
          Watch presence, Storage and documents of a room while people work in it, and edit them in the dashboard.
        </FeatureTile>
        <FeatureTile
          title="Files"
          to="/docs/ready-made-features/multiplayer-editing/sync-engine/weft-storage"
          figure={<FilesFigure />}
          className="lg:col-span-3 xl:col-span-2"
        >
          Upload files into a room's data. Links are signed, and unused files are deleted automatically.
        </FeatureTile>
        <FeatureTile
          title="REST API"
          to="/docs/api-reference"
          figure={<RestFigure />}
          className="md:col-span-2 lg:col-span-6"
        >
          Manage rooms, permissions, Storage, documents, versions and events from your back end. Your server publishes
          its own OpenAPI document.
        </FeatureTile>
      </ul>
    </section>
  );
}
