import { createRoomContext } from "@weft/react";
import { createMemoryServer } from "@weft/testing";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import * as blockNote from "./index.ts";

const { AnchoredThreads, FloatingComposer, FloatingThreads, useCreateBlockNoteWithWeft, useIsEditorReady } = blockNote;

test("[RB12] a server renders hooks and components, and no document", async () => {
  await using server = createMemoryServer();
  const { RoomProvider } = createRoomContext(server.createClient({ userId: "ada" }));
  function Page() {
    const editor = useCreateBlockNoteWithWeft({}, { initialContent: "<p>Plan</p>" });
    return (
      <>
        <FloatingComposer editor={editor} />
        <FloatingThreads editor={editor} threads={[]} />
        <AnchoredThreads editor={editor} threads={[]} />
        <output>{useIsEditorReady() ? "ready" : "loading"}</output>
      </>
    );
  }
  const html = renderToString(
    <RoomProvider id="r1">
      <Page />
    </RoomProvider>,
  );
  expect(html).toBe("<output>loading</output>");
});

test("[RB12] the official names are other names of the same exports", () => {
  const exports = blockNote as unknown as Readonly<Record<string, unknown>>;
  for (const name of Object.keys(exports).filter((one) => one.includes("Weft")))
    expect(exports[name.replace("Weft", "Liveblocks")]).toBe(exports[name]);
  expect(Object.keys(exports).filter((one) => one.includes("Liveblocks"))).toHaveLength(4);
});
