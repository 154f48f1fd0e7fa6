import { forwardRef, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { ComponentPropsWithoutRef, FormEvent, KeyboardEvent } from "react";
import { useOverrides } from "../config.tsx";
import { Send, Stop } from "../icon.tsx";
import type { AiComposerOverrides, GlobalOverrides } from "../overrides/overrides.ts";
import { Button } from "../ui/button.tsx";
import { classNames } from "../ui/class-names.ts";
import { Tooltip } from "../ui/tooltip.tsx";

/** What the user has written. */
export interface AiComposerSubmitMessage {
  /** Without white space around it. */
  readonly text: string;
}

export interface AiComposerProps extends Omit<ComponentPropsWithoutRef<"form">, "children" | "defaultValue"> {
  readonly disabled?: boolean;
  readonly autoFocus?: boolean;
  /** Whether messages can be sent. Until then, they can be written. */
  readonly isReady: boolean;
  /** Whether an answer is being written: the button stops it, and nothing is sent. */
  readonly isGenerating: boolean;
  /** Called before the message is sent. It is not sent if the default of the event is prevented. */
  readonly onComposerSubmit?: (
    message: AiComposerSubmitMessage,
    event: FormEvent<HTMLFormElement>,
  ) => Promise<void> | void;
  readonly send: (text: string) => void;
  readonly abort: () => void;
  readonly overrides?: Partial<GlobalOverrides & AiComposerOverrides>;
}

/** A field that grows with its text. Enter sends, Shift and Enter begins a line. */
export const AiComposer = forwardRef<HTMLFormElement, AiComposerProps>(function AiComposer(
  { disabled = false, autoFocus, isReady, isGenerating, onComposerSubmit, send, abort, overrides, className, ...props },
  ref,
) {
  const texts = useOverrides(overrides);
  const [text, setText] = useState("");
  const field = useRef<HTMLTextAreaElement>(null);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (autoFocus === true) field.current?.focus({ preventScroll: true });
    // Only when it is mounted.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  useLayoutEffect(() => {
    const { current } = field;
    if (current === null) return;
    current.style.blockSize = "auto";
    if (current.scrollHeight > 0) current.style.blockSize = `${current.scrollHeight}px`;
  }, [text]);
  const canSend = !disabled && isReady && !isGenerating && text.trim() !== "";
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const message = { text: text.trim() };
    if (!canSend) {
      event.preventDefault();
      return;
    }
    void onComposerSubmit?.(message, event);
    const isPrevented = event.isDefaultPrevented();
    event.preventDefault();
    setText("");
    if (!isPrevented) send(message.text);
  };
  const keyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (canSend) form.current?.requestSubmit();
  };
  return (
    <form
      dir={texts.dir}
      {...props}
      ref={(node) => {
        form.current = node;
        if (typeof ref === "function") ref(node);
        else if (ref !== null) ref.current = node;
      }}
      className={classNames("lb-root lb-composer lb-ai-composer lb-composer-form", className)}
      data-disabled={disabled ? "" : undefined}
      onSubmit={submit}
    >
      <textarea
        ref={field}
        className="lb-composer-editor lb-ai-composer-editor"
        rows={1}
        value={text}
        placeholder={texts.AI_COMPOSER_PLACEHOLDER}
        aria-label={texts.AI_COMPOSER_PLACEHOLDER}
        enterKeyHint="send"
        disabled={disabled}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={keyDown}
      />
      <div className="lb-composer-footer lb-ai-composer-footer">
        {isGenerating ? (
          <Tooltip key="abort" content={texts.AI_COMPOSER_ABORT}>
            <Button
              className="lb-composer-action"
              variant="secondary"
              size="large"
              icon={<Stop />}
              aria-label={texts.AI_COMPOSER_ABORT}
              onClick={abort}
            />
          </Tooltip>
        ) : (
          <Tooltip key="send" content={texts.AI_COMPOSER_SEND}>
            <Button
              className="lb-composer-action"
              type="submit"
              variant="primary"
              size="large"
              icon={<Send />}
              aria-label={texts.AI_COMPOSER_SEND}
              disabled={!canSend}
            />
          </Tooltip>
        )}
      </div>
    </form>
  );
});
