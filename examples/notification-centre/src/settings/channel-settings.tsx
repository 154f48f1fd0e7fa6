import { useNotificationSettings } from "@liveblocks/react";

const channels = [
  { channel: "email", label: "Email" },
  { channel: "slack", label: "Slack" },
  { channel: "teams", label: "Teams" },
  { channel: "webPush", label: "Push" },
] as const;
const kinds = [
  { kind: "thread", label: "Threads" },
  { kind: "$invitation", label: "Invitations" },
  { kind: "$deployment", label: "Deployments" },
] as const;

/** A switch for each kind on each channel. A channel that the project has disabled has none. */
export function ChannelSettings() {
  const [{ settings, isLoading, error }, update] = useNotificationSettings();
  if (isLoading) return <p role="status">Loading the settings…</p>;
  if (error) return <p role="alert">The settings could not be loaded. Reload the page to try again.</p>;
  return (
    <table className="channels">
      <thead>
        <tr>
          <th scope="col">Kind</th>
          {channels.map(({ channel, label }) => (
            <th key={channel} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {kinds.map(({ kind, label }) => (
          <tr key={kind}>
            <th scope="row">{label}</th>
            {channels.map(({ channel, label: channelLabel }) => (
              <td key={channel}>
                <input
                  type="checkbox"
                  aria-label={`${label}: ${channelLabel}`}
                  disabled={settings[channel]?.[kind] === undefined}
                  checked={settings[channel]?.[kind] ?? false}
                  onChange={({ target }) => update({ [channel]: { [kind]: target.checked } })}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
