import type { AppCommentMetadata, AppThreadMetadata, ThreadData } from "@weft/client";
import { useCreateThread } from "@weft/react";
import type { ComponentType, ReactElement, RefAttributes } from "react";
import { forwardRef } from "react";
import type { ComposerProps } from "../composer/composer.tsx";
import { Composer } from "../composer/composer.tsx";
import { useOverrides } from "../config.tsx";
import { classNames } from "../ui/class-names.ts";
import type { EditorPopoverProps } from "./editor-popover.tsx";
import { EditorPopover } from "./editor-popover.tsx";

type BeginsThread<P> = P extends { readonly threadId: string } ? never : Omit<P, "threadId" | "commentId">;

/** Props of a composer that begins a thread. */
export type ThreadComposerProps<TM = AppThreadMetadata, CM = AppCommentMetadata> = BeginsThread<ComposerProps<TM, CM>>;

/** Components that an `EditorComposer` is rendered with. */
export interface EditorComposerComponents {
  readonly Composer: ComponentType<ThreadComposerProps>;
}

/** Props of `EditorComposer`: those of its composer, and of the popover that it is in. */
export type EditorComposerProps<TM = AppThreadMetadata, CM = AppCommentMetadata> = ThreadComposerProps<TM, CM> &
  Pick<EditorPopoverProps, "anchor" | "open" | "onDismiss" | "placement" | "offset" | "isInside"> & {
    /**
     * Called with the thread that has been created, to mark its text. The thread is shown at once; a failure of the server is in
     * `client.events.error`, and the thread is gone then.
     */
    readonly onCreate?: (thread: ThreadData<TM, CM>) => void;
    /** Class name of the popover; that of the composer is `className`. */
    readonly popoverClassName?: string;
    readonly components?: Partial<EditorComposerComponents>;
  };

/**
 * A composer beside what is selected in a text, which begins a thread about it.
 *
 * @example
 * <EditorComposer open={isCommenting} anchor={anchor} onCreate={({ id }) => mark(id)} onDismiss={stopCommenting} />
 */
export const EditorComposer = forwardRef<HTMLFormElement, EditorComposerProps>(function EditorComposer(
  {
    anchor,
    open,
    onDismiss,
    placement = "bottom",
    offset,
    isInside,
    onCreate,
    popoverClassName,
    components,
    className,
    metadata,
    commentMetadata,
    visibility,
    onComposerSubmit,
    autoFocus = true,
    ...props
  },
  ref,
) {
  const texts = useOverrides(props.overrides);
  const createThread = useCreateThread();
  const ShownComposer = (components?.Composer ?? Composer) as ComponentType<
    ThreadComposerProps & RefAttributes<HTMLFormElement>
  >;
  return (
    <EditorPopover
      role="dialog"
      aria-label={texts.COMPOSER_PLACEHOLDER}
      anchor={anchor}
      open={open}
      onDismiss={onDismiss}
      placement={placement}
      offset={offset}
      isInside={isInside}
      takesFocus
      className={classNames("lb-floating-composer-popover", popoverClassName)}
    >
      <ShownComposer
        {...props}
        ref={ref}
        metadata={metadata}
        commentMetadata={commentMetadata}
        visibility={visibility}
        autoFocus={autoFocus}
        className={classNames("lb-floating-composer", className)}
        onComposerSubmit={(comment, event) => {
          const handled = onComposerSubmit?.(comment, event);
          if (event.isDefaultPrevented()) return handled;
          event.preventDefault();
          const thread = createThread({
            ...comment,
            ...(visibility === undefined ? {} : { visibility }),
            metadata,
            commentMetadata,
          });
          onCreate?.(thread);
          return handled;
        }}
      />
    </EditorPopover>
  );
}) as <TM = AppThreadMetadata, CM = AppCommentMetadata>(
  props: EditorComposerProps<TM, CM> & RefAttributes<HTMLFormElement>,
) => ReactElement;
