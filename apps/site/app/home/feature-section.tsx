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
      <SectionHeading id="features-title" title="Everything that goes on in a room.">
        A room is a place in your app: a document, a board, a page. Whoever enters it sees the others and edits the same
        data, at the same time.
      </SectionHeading>
      <ul className="mt-12 grid gap-4 md:grid-cols-2 lg:grid-cols-6 lg:gap-5">
        <FeatureTile
          title="Presence"
          to="/docs/ready-made-features/presence"
          figure={<PresenceFigure />}
          className="lg:col-span-3"
        >
          Who is here, where they point, what they select. It lives in memory, arrives at once, and leaves with them.
        </FeatureTile>
        <FeatureTile
          title="Storage"
          to="/docs/ready-made-features/multiplayer-editing/sync-engine/weft-storage"
          figure={<StorageFigure />}
          className="lg:col-span-3"
        >
          Objects, lists, maps and texts that merge without conflicts, with undo that takes back only your own edits.
        </FeatureTile>
        <DurabilityTile className="md:col-span-2 lg:col-span-6" />
        <FeatureTile
          title="Text with Yjs"
          to="/docs/ready-made-features/multiplayer-editing/sync-engine/weft-yjs"
          figure={<TextFigure />}
          className="lg:col-span-3 xl:col-span-2"
        >
          Tiptap, CodeMirror and every other editor that binds to Yjs, with carets, subdocuments and offline edits.
        </FeatureTile>
        <FeatureTile
          title="Versions"
          to="/docs/guides/version-history-with-restore"
          figure={<VersionsFigure />}
          className="lg:col-span-3 xl:col-span-2"
        >
          Kept by hand or as people work. Look at any of them, compare, and bring one back without losing what came
          after.
        </FeatureTile>
        <FeatureTile
          title="Files"
          to="/docs/ready-made-features/multiplayer-editing/sync-engine/weft-storage"
          figure={<FilesFigure />}
          className="lg:col-span-3 xl:col-span-2"
        >
          Uploads belong to a room and are part of its data. Links are signed, and files that nothing refers to are
          deleted.
        </FeatureTile>
        <FeatureTile
          title="REST API"
          to="/docs/api-reference"
          figure={<RestFigure />}
          className="md:col-span-2 lg:col-span-3 xl:col-span-6"
        >
          Rooms, permissions, Storage, documents, versions and events from your back end, described by an OpenAPI
          document that your server hands out itself.
        </FeatureTile>
      </ul>
    </section>
  );
}
