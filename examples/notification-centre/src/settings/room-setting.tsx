import type { RoomSubscriptionSettings } from "@liveblocks/client";
import { useRoomSubscriptionSettings } from "@liveblocks/react";

const choices: readonly { readonly value: RoomSubscriptionSettings["threads"]; readonly label: string }[] = [
  { value: "all", label: "All comments" },
  { value: "replies_and_mentions", label: "Replies and mentions" },
  { value: "none", label: "Nothing" },
];

/** Which threads of the surrounding room the user is notified of. */
export function RoomSetting({ name }: { readonly name: string }) {
  const [{ settings, error }, update] = useRoomSubscriptionSettings();
  return (
    <label>
      <span>{name}</span>
      <select
        disabled={settings === undefined}
        value={settings?.threads ?? "replies_and_mentions"}
        onChange={({ target }) => update({ threads: target.value as RoomSubscriptionSettings["threads"] })}
      >
        {choices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      {error && <span role="alert">This setting could not be loaded.</span>}
    </label>
  );
}
