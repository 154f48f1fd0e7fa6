import type { PlatformEventKind } from "@weft/protocol";
import { ListFilter } from "lucide-react";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { Popover } from "../../../ui/popover.tsx";
import { eventWords } from "../shared/event-words.ts";

const kinds = Object.keys(eventWords) as PlatformEventKind[];

/** Which kinds of events are shown; none chosen means all. */
export function KindFilter({ chosen, onChange }: { chosen: ReadonlySet<string>; onChange: (kinds: string[]) => void }) {
  return (
    <Popover
      trigger={
        <Button className="justify-start!">
          <ListFilter className="size-4" aria-hidden />
          {chosen.size === 0 ? "All types" : chosen.size === 1 ? wordOf([...chosen][0]!) : `${chosen.size} types`}
        </Button>
      }
    >
      <fieldset className="flex flex-col gap-2.5">
        <legend className="sr-only">Event types</legend>
        {kinds.map((kind) => (
          <Checkbox
            key={kind}
            label={eventWords[kind].label}
            checked={chosen.has(kind)}
            onCheckedChange={(on) => onChange(kinds.filter((one) => (one === kind ? on : chosen.has(one))))}
          />
        ))}
      </fieldset>
    </Popover>
  );
}

function wordOf(kind: string): string {
  return kind in eventWords ? eventWords[kind as PlatformEventKind].label : kind;
}
