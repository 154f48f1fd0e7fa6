import type { JsonObject } from "@weft/client";
import { useRef, useState } from "react";
import type { ComponentProps, ReactElement } from "react";
import { useOverrides } from "../config.tsx";
import type { AiToolConfirmationOverrides, GlobalOverrides } from "../overrides/overrides.ts";
import { Button } from "../ui/button.tsx";
import { classNames } from "../ui/class-names.ts";
import { useInvocation } from "./chat-context.ts";
import type { ToolOutcome } from "./chat-context.ts";

type Outcome<R> = { readonly data: R; readonly description?: string } | Exclude<ToolOutcome, { readonly data: object }>;

/** Answers what the copilot is told, or nothing, which is success without data. If it throws, the tool has failed with its message. */
export type AiToolConfirmationCallback<A, R> = (
  args: A,
  context: { readonly name: string; readonly invocationId: string },
) => Outcome<R> | undefined | void | Promise<Outcome<R> | undefined | void>;

export interface AiToolConfirmationProps<A, R> extends ComponentProps<"div"> {
  /** Called when the user confirms. */
  readonly confirm: AiToolConfirmationCallback<A, R>;
  /** Called when the user cancels. By default the copilot is told so. */
  readonly cancel?: AiToolConfirmationCallback<A, R>;
  readonly variant?: "default" | "destructive";
  readonly overrides?: Partial<GlobalOverrides & AiToolConfirmationOverrides>;
  /** From `render`, so that `confirm` and `cancel` have the types of the tool. */
  readonly types?: { readonly A: A; readonly R: R };
}

/** A question to the user, with two buttons. It is gone once it is answered. */
export function AiToolConfirmation<A = JsonObject, R extends object = JsonObject>({
  confirm,
  cancel = cancelled,
  variant = "default",
  overrides,
  types: _types,
  className,
  children,
  ...props
}: AiToolConfirmationProps<A, R>): ReactElement | null {
  const { part, respond } = useInvocation();
  const texts = useOverrides(overrides);
  const isAnswered = useRef(false);
  const [isRunning, setRunning] = useState(false);
  if (part.stage === "executed") return null;
  const answer = async (callback: AiToolConfirmationCallback<A, R>) => {
    if (part.stage !== "executing" || isAnswered.current) return;
    isAnswered.current = true;
    setRunning(true);
    const { name, invocationId } = part;
    try {
      respond((await callback(part.args as A, { name, invocationId })) ?? undefined);
    } catch (error) {
      respond({ error: error instanceof Error ? error.message : String(error) });
    }
  };
  const isDisabled = part.stage !== "executing" || isRunning;
  return (
    <div {...props} className={classNames("lb-ai-tool-confirmation", className)} aria-busy={isRunning}>
      {children === undefined ? null : <div className="lb-ai-tool-confirmation-content">{children}</div>}
      <div className="lb-ai-tool-confirmation-footer">
        <Button variant="secondary" disabled={isDisabled} onClick={() => void answer(cancel)}>
          {texts.AI_TOOL_CONFIRMATION_CANCEL}
        </Button>
        <Button
          variant={variant === "destructive" ? "destructive" : "primary"}
          disabled={isDisabled}
          onClick={() => void answer(confirm)}
        >
          {texts.AI_TOOL_CONFIRMATION_CONFIRM}
        </Button>
      </div>
    </div>
  );
}

const cancelled = () => ({ cancel: true }) as const;
