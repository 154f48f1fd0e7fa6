import { DurabilityTile } from "./durability-tile.tsx";
import { FeatureTile } from "./feature-tile.tsx";
import { FilesFigure } from "./files-figure.tsx";
import { PresenceFigure } from "./presence-figure.tsx";
import { RestFigure } from "./rest-figure.tsx";
import { SectionHeading } from "./section-heading.tsx";
import { StorageFigure } from "./storage-figure.tsx";
import { TextFigure } from "./text-figure.tsx";
import { VersionsFigure } from "./versions-figure.tsx";

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
          title="Versions"
          to="/docs/guides/version-history-with-restore"
          figure={<VersionsFigure />}
          className="lg:col-span-3 xl:col-span-2"
        >
          Saved on request or automatically. View and compare versions, and restore one without losing later edits.
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
          className="md:col-span-2 lg:col-span-3 xl:col-span-6"
        >
          Manage rooms, permissions, Storage, documents, versions and events from your back end. Your server publishes
          its own OpenAPI document.
        </FeatureTile>
      </ul>
    </section>
  );
}
