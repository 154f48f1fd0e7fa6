import type { DragEvent } from "react";
import { forwardRef, useRef, useState } from "react";
import { Slot } from "../../ui/slot.tsx";
import { useComposerParts } from "./composer-context.ts";
import type { ComposerAttachmentsDropAreaProps } from "./composer-props.ts";

/**
 * Takes files that are dropped on it as attachments. It has `data-drop` while files are dragged over it.
 *
 * @example
 * <Composer.AttachmentsDropArea>Drop files here</Composer.AttachmentsDropArea>
 */
export const ComposerAttachmentsDropArea = forwardRef<HTMLDivElement, ComposerAttachmentsDropAreaProps>(
  function ComposerAttachmentsDropArea({ asChild = false, disabled = false, ...props }, ref) {
    const [isOver, handlers] = useFileDrop(disabled);
    const { onDragEnter, onDragLeave, onDragOver, onDrop } = props;
    const both =
      (own: ((event: DragEvent<HTMLDivElement>) => void) | undefined, handler: typeof handlers.onDrop) =>
      (event: DragEvent<HTMLDivElement>) => {
        own?.(event);
        if (!event.defaultPrevented) handler(event);
      };
    const Area = asChild ? Slot : "div";
    return (
      <Area
        {...props}
        onDragEnter={both(onDragEnter, handlers.onDragEnter)}
        onDragLeave={both(onDragLeave, handlers.onDragLeave)}
        onDragOver={both(onDragOver, handlers.onDragOver)}
        onDrop={both(onDrop, handlers.onDrop)}
        data-drop={isOver ? "" : undefined}
        ref={ref}
      />
    );
  },
);

/** Whether files are over the element that has the handlers, and the handlers. */
function useFileDrop(disabled: boolean) {
  const { attachments, isDisabled, canAttach } = useComposerParts();
  const isOff = disabled || isDisabled || !canAttach;
  const [isOver, setOver] = useState(false);
  // Between children of the element, one is entered before the other is left.
  const depth = useRef(0);
  const handling = (run: (event: DragEvent) => void) => (event: DragEvent) => {
    if (!isOff && event.dataTransfer.types.includes("Files")) run(event);
  };
  const handlers = {
    onDragEnter: handling((event) => {
      event.preventDefault();
      depth.current += 1;
      setOver(true);
    }),
    onDragLeave: handling(() => {
      depth.current = Math.max(0, depth.current - 1);
      if (depth.current === 0) setOver(false);
    }),
    onDragOver: handling((event) => {
      event.preventDefault();
      event.dataTransfer.dropEffect = "copy";
    }),
    onDrop: handling((event) => {
      event.preventDefault();
      depth.current = 0;
      setOver(false);
      attachments.add([...event.dataTransfer.files]);
    }),
  };
  return [isOver && !isOff, handlers] as const;
}
