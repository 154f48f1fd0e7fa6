import type { DomainEventType } from "@weft/protocol";
import { webhookEventGroups } from "@weft/protocol/webhook-event-groups";
import { useId } from "react";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";

export interface EventPickerProps {
  chosen: ReadonlySet<DomainEventType>;
  onChange: (chosen: ReadonlySet<DomainEventType>) => void;
}

const all = webhookEventGroups.flatMap(({ events }) => events.map(({ type }) => type));

/** Events to subscribe to, in groups that can be chosen as a whole. */
export function EventPicker({ chosen, onChange }: EventPickerProps) {
  const id = useId();
  const put = (types: readonly DomainEventType[], on: boolean) => {
    const next = new Set(chosen);
    for (const type of types)
      if (on) next.add(type);
      else next.delete(type);
    onChange(next);
  };
  const everything = chosen.size === all.length;
  return (
    <div role="group" aria-labelledby={id} className="flex min-w-0 flex-col gap-2">
      <div className="flex items-center justify-between gap-4">
        <span id={id} className="text-sm font-medium">
          Events
        </span>
        <span className="flex items-center gap-3">
          <span role="status" className="text-xs text-muted">
            {chosen.size} of {all.length}
          </span>
          <Button size="sm" onClick={() => put(all, !everything)}>
            {everything ? "Clear all" : "Select all"}
          </Button>
        </span>
      </div>
      <div className="flex max-h-88 flex-col gap-5 overflow-y-auto rounded-md border border-line p-4">
        {webhookEventGroups.map(({ title, events }) => {
          const types = events.map(({ type }) => type);
          const count = types.filter((type) => chosen.has(type)).length;
          return (
            <div key={title} className="flex flex-col gap-2.5">
              <Checkbox
                label={title}
                checked={count === types.length}
                indeterminate={count > 0 && count < types.length}
                onCheckedChange={(on) => put(types, on)}
              />
              <div className="flex flex-col gap-2.5 pl-7">
                {events.map(({ type, description }) => (
                  <Checkbox
                    key={type}
                    label={<code className="text-xs">{type}</code>}
                    hint={description}
                    checked={chosen.has(type)}
                    onCheckedChange={(on) => put([type], on)}
                  />
                ))}
              </div>
            </div>
          );
        })}
      </div>
    </div>
  );
}
