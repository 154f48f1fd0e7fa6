import { RoomProvider } from "@liveblocks/react";
import type { Document } from "../room-types.ts";
import { ChannelSettings } from "./channel-settings.tsx";
import { RoomSetting } from "./room-setting.tsx";

/** What the user is notified of: per channel outside the application, and per room in the inbox. */
export function SettingsPanel({ documents }: { readonly documents: readonly Document[] }) {
  return (
    <section className="card settings" aria-labelledby="settings">
      <h2 id="settings">Settings</h2>
      <h3>Inbox settings by document</h3>
      <div className="room-settings">
        {documents.map(({ roomId, name }) => (
          <RoomProvider key={roomId} id={roomId} initialPresence={{}} initialStorage={{}}>
            <RoomSetting name={name} />
          </RoomProvider>
        ))}
      </div>
      <h3>Channels for unread notifications</h3>
      <ChannelSettings />
    </section>
  );
}
