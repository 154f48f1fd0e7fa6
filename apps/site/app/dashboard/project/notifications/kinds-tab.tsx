import { useQuery } from "@tanstack/react-query";
import type { ProjectNotifications } from "@weft/protocol";
import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { AlertDialog } from "../../../ui/alert-dialog.tsx";
import { Button } from "../../../ui/button.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Select } from "../../../ui/select.tsx";
import { Switch } from "../../../ui/switch.tsx";
import { Cell, HeaderCell, Row, Table } from "../../../ui/table.tsx";
import { toast } from "../../../ui/toast.ts";
import { Loaded } from "../../shared/loaded.tsx";
import { SettingsSection } from "../../shared/settings-section.tsx";
import { useProject } from "../shared/project-context.ts";
import { AddKindDialog } from "./add-kind-dialog.tsx";
import { DelayForm } from "./delay-form.tsx";
import { deliveryOf, withDelivery } from "./kind-changes.ts";
import type { Delivery } from "./kind-changes.ts";
import { channels, notificationsQuery, ownKinds } from "./notification-queries.ts";
import { useChangeNotifications } from "./use-change-notifications.ts";

/** Which kinds of notifications go out on which channels. */
export function KindsTab() {
  const { project } = useProject();
  const settings = useQuery(notificationsQuery(project.id));
  return <Loaded query={settings}>{(found) => <Switchboard settings={found} />}</Loaded>;
}

const deliveries: readonly { readonly value: Delivery; readonly label: string }[] = [
  { value: "on", label: "On" },
  { value: "off", label: "Off" },
  { value: "unavailable", label: "Unavailable" },
];
const meaning: Readonly<Record<string, string>> = {
  thread: "Comments in threads the user participates in",
  textMention: "Mentions in text editors",
};

function Switchboard({ settings }: { settings: ProjectNotifications }) {
  const { project } = useProject();
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<string | null>(null);
  const change = useChangeNotifications(project.id);
  const failed = (error: Error) =>
    toast({ title: "The settings could not be saved", description: error.message, tone: "danger" });
  const kinds = [
    ...ownKinds.map((kind) => ({ kind, custom: undefined })),
    ...settings.customKinds.map((custom) => ({ kind: custom.kind, custom })),
  ];
  return (
    <div className="flex flex-col gap-6">
      <SettingsSection
        title="Channels"
        about={
          <>
            Weft sends a <code>notification</code>{" "}
            <Link to="/docs/platform/webhooks" className="link">
              webhook event
            </Link>{" "}
            for each enabled channel, and your back end delivers the message.
          </>
        }
      >
        <div className="grid gap-x-10 gap-y-3 sm:grid-cols-2">
          {channels.map(({ id, label }) => (
            <Switch
              key={id}
              label={label}
              className="items-center!"
              checked={settings.channels[id].enabled}
              onCheckedChange={(enabled) => change.mutate({ channels: { [id]: { enabled } } }, { onError: failed })}
            />
          ))}
        </div>
      </SettingsSection>
      <div className="flex flex-col gap-3">
        <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
          <div className="max-w-2xl">
            <h2 className="text-lg">Default delivery</h2>
            <p className="text-sm text-muted">
              Channels for each kind of notification. Users can override these defaults.
            </p>
          </div>
          <Button onClick={() => setAdding(true)}>
            <Plus className="size-4" aria-hidden />
            Add kind
          </Button>
        </div>
        <Table
          caption="Kinds by channel"
          stacked
          className="@min-[40rem]/table:[&_td]:px-3 @min-[40rem]/table:[&_th]:px-3"
        >
          <thead>
            <Row>
              <HeaderCell>Kind</HeaderCell>
              {channels.map(({ id, label }) => (
                <HeaderCell key={id}>{label}</HeaderCell>
              ))}
              <HeaderCell>Batched</HeaderCell>
              <HeaderCell>
                <span className="sr-only">Actions</span>
              </HeaderCell>
            </Row>
          </thead>
          <tbody>
            {kinds.map(({ kind, custom }) => (
              <Row key={kind}>
                <HeaderCell scope="row" className="min-w-36">
                  <code className="text-xs">{kind}</code>
                  {meaning[kind] && (
                    <span className="block text-xs font-normal whitespace-normal text-muted">{meaning[kind]}</span>
                  )}
                </HeaderCell>
                {channels.map(({ id, label }) => (
                  <Cell key={id} label={label} className="min-w-28">
                    <Select
                      aria-label={`${kind} by ${label}`}
                      className="w-full"
                      options={deliveries}
                      value={deliveryOf(settings, id, kind)}
                      disabled={!settings.channels[id].enabled}
                      onValueChange={(delivery) =>
                        change.mutate(
                          { channels: { [id]: { kinds: withDelivery(settings, id, kind, delivery) } } },
                          { onError: failed },
                        )
                      }
                    />
                  </Cell>
                ))}
                <Cell label="Batched">
                  {custom ? (
                    <Switch
                      label={`Batch ${kind}`}
                      labelHidden
                      checked={custom.batched}
                      onCheckedChange={(batched) =>
                        change.mutate(
                          {
                            customKinds: settings.customKinds.map((one) =>
                              one.kind === kind ? { ...one, batched } : one,
                            ),
                          },
                          { onError: failed },
                        )
                      }
                    />
                  ) : (
                    <span className="text-faint">—</span>
                  )}
                </Cell>
                <Cell className="w-12">
                  {custom && (
                    <IconButton name={`Remove ${kind}`} size="sm" onClick={() => setRemoving(kind)}>
                      <Trash2 className="size-4" aria-hidden />
                    </IconButton>
                  )}
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
        <p className="text-xs text-muted">
          Batched: triggers for the same user and subject are combined into one notification.
        </p>
      </div>
      <DelayForm delayMs={settings.delayMs} />
      <AddKindDialog settings={settings} open={adding} onClose={() => setAdding(false)} />
      <AlertDialog
        open={removing !== null}
        onOpenChange={(open) => {
          if (open) return;
          setRemoving(null);
          change.reset();
        }}
        title={`Remove ${removing ?? "this kind"}?`}
        action="Remove kind"
        busy={change.isPending}
        error={change.error?.message}
        onConfirm={() =>
          change.mutate(
            { customKinds: settings.customKinds.filter(({ kind }) => kind !== removing) },
            { onSuccess: () => setRemoving(null) },
          )
        }
      >
        Notifications of this kind can still be triggered and appear in inboxes, but they are no longer sent on any
        channel.
      </AlertDialog>
    </div>
  );
}
