import { messageLength } from "@weft/protocol/internal/form-rules";
import type { ComponentProps } from "react";
import { formatCount } from "../formats/count.ts";
import { Field } from "../ui/field.tsx";
import { Textarea } from "../ui/textarea.tsx";
import { counterFrom, messageFault } from "./message.ts";

export interface MessageFieldProps extends ComponentProps<"textarea"> {
  label: string;
  /** What is typed so far. */
  typed: string;
}

/** A message, with a counter when it becomes long. */
export function MessageField({ label, typed, ...control }: MessageFieldProps) {
  const { length } = typed;
  return (
    <Field
      label={label}
      required
      error={messageFault(typed)}
      hint={
        length >= counterFrom && (
          <span className="tabular-nums">{`${formatCount(length)} of ${formatCount(messageLength)} characters`}</span>
        )
      }
    >
      <Textarea className="min-h-36" {...control} />
    </Field>
  );
}
