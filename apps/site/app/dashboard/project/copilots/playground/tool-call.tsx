import type { AiToolResult } from "@weft/protocol";
import { Wrench } from "lucide-react";
import { useState } from "react";
import type { ToolPart } from "../../../../assistant/tools/assistant-tool.ts";
import { Button } from "../../../../ui/button.tsx";
import { Field } from "../../../../ui/field.tsx";
import { Textarea } from "../../../../ui/textarea.tsx";
import { PartNote } from "./part-note.tsx";
import { resultIn } from "./playground-tools.ts";

export interface ToolCallProps {
  part: ToolPart;
  respond: (result: AiToolResult) => void;
}

/** A call of a tool: its arguments, and its result, which is typed in. */
export function ToolCall({ part, respond }: ToolCallProps) {
  if (part.stage === "receiving") return <PartNote icon={Wrench} title={`Calling ${part.name}…`} />;
  if (part.stage === "executing") return <OpenCall part={part} respond={respond} />;
  return (
    <PartNote icon={Wrench} title={`Called ${part.name}`}>
      <div className="flex flex-col gap-2">
        <Json name="Arguments" value={part.args} />
        <Json name="Result" value={part.result} />
      </div>
    </PartNote>
  );
}

function OpenCall({ part, respond }: ToolCallProps & { part: ToolPart & { stage: "executing" } }) {
  const [text, setText] = useState("{}");
  const [fault, setFault] = useState<string>();
  return (
    <form
      aria-label={`Result of ${part.name}`}
      className="flex flex-col gap-3 rounded-md border border-line bg-raised p-3"
      onSubmit={(event) => {
        event.preventDefault();
        const result = resultIn(text);
        if (result === undefined) setFault("Enter a JSON object");
        else respond(result);
      }}
    >
      <p className="flex items-center gap-1.5 text-sm font-medium wrap-anywhere">
        <Wrench className="size-3.5 shrink-0" aria-hidden />
        {part.name}
      </p>
      <Json name="Arguments" value={part.args} />
      <Field label="Result" error={fault}>
        <Textarea
          rows={3}
          spellCheck={false}
          className="min-h-0! font-mono text-xs!"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setFault(undefined);
          }}
        />
      </Field>
      <div className="flex flex-wrap justify-end gap-2">
        <Button size="sm" variant="ghost" onClick={() => respond({ cancel: true })}>
          Cancel call
        </Button>
        <Button size="sm" onClick={() => respond({ error: text })}>
          Send as error
        </Button>
        <Button size="sm" type="submit" variant="primary">
          Send result
        </Button>
      </div>
    </form>
  );
}

function Json({ name, value }: { name: string; value: unknown }) {
  return (
    <div className="text-xs">
      <p className="text-muted">{name}</p>
      <pre tabIndex={0} className="mt-1 max-h-48 overflow-auto rounded-sm bg-sunken p-2 font-mono">
        {JSON.stringify(value, null, 2)}
      </pre>
    </div>
  );
}
