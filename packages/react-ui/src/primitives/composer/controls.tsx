/** Buttons of a composer. */
import type { FocusEvent, MouseEvent, PointerEvent } from "react";
import { forwardRef } from "react";
import { maxAttachments } from "../../draft/attachments/draft-attachments.ts";
import { Slot } from "../../ui/slot.tsx";
import { useComposer, useComposerParts } from "./composer-context.ts";
import type { ComposerAttachFilesProps, ComposerMarkToggleProps, ComposerSubmitProps } from "./composer-props.ts";

/**
 * Sends what is written. It is disabled while there is nothing to send.
 *
 * @example
 * <Composer.Submit>Send</Composer.Submit>
 */
export const ComposerSubmit = forwardRef<HTMLButtonElement, ComposerSubmitProps>(function ComposerSubmit(
  { asChild = false, disabled = false, ...props },
  ref,
) {
  const { canSubmit } = useComposer();
  const Button = asChild ? Slot : "button";
  return <Button type="submit" {...props} disabled={disabled || !canSubmit} ref={ref} />;
});

/**
 * Opens the browser's dialog for files, which become attachments.
 *
 * @example
 * <Composer.AttachFiles>Attach files</Composer.AttachFiles>
 */
export const ComposerAttachFiles = forwardRef<HTMLButtonElement, ComposerAttachFilesProps>(function ComposerAttachFiles(
  { asChild = false, disabled = false, onClick, ...props },
  ref,
) {
  const { isDisabled, attachFiles, attachments } = useComposer();
  const { canAttach } = useComposerParts();
  const Button = asChild ? Slot : "button";
  return (
    <Button
      type="button"
      {...props}
      disabled={disabled || isDisabled || !canAttach || attachments.length >= maxAttachments}
      onClick={(event: MouseEvent<HTMLButtonElement>) => {
        onClick?.(event);
        if (!event.defaultPrevented) attachFiles();
      }}
      ref={ref}
    />
  );
});

/**
 * Toggles a mark of the text that is selected.
 *
 * @example
 * <Composer.MarkToggle mark="bold">Bold</Composer.MarkToggle>
 */
export const ComposerMarkToggle = forwardRef<HTMLButtonElement, ComposerMarkToggleProps>(function ComposerMarkToggle(
  { asChild = false, mark, onValueChange, disabled = false, onClick, onMouseDown, ...props },
  ref,
) {
  const { isDisabled, marks, toggleMark } = useComposer();
  const Button = asChild ? Slot : "button";
  return (
    <Button
      type="button"
      aria-pressed={marks[mark]}
      data-state={marks[mark] ? "on" : "off"}
      {...props}
      disabled={disabled || isDisabled}
      onMouseDown={(event: MouseEvent<HTMLButtonElement>) => {
        onMouseDown?.(event);
        keepFocus(event);
      }}
      onClick={(event: MouseEvent<HTMLButtonElement>) => {
        onClick?.(event);
        if (event.defaultPrevented) return;
        toggleMark(mark);
        onValueChange?.(mark);
      }}
      ref={ref}
    />
  );
});

/** The focus, and with it the selection, stays in the editor when a button is pressed. */
export function keepFocus(event: PointerEvent | MouseEvent | FocusEvent): void {
  event.preventDefault();
}
