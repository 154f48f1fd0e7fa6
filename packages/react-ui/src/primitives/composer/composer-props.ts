/** The props of the parts of a composer. */
import type { CommentAttachment, CommentBody, CommentMixedAttachment, MentionData } from "@weft/client";
import type { ComponentPropsWithoutRef, ComponentType, FormEvent, ReactNode } from "react";
import type { ComposerBodyMark, ComposerBodyMarks, ReadingDirection } from "../../overrides/overrides.ts";
import type { SlotProp } from "../../ui/slot.tsx";

type PartProps<E extends "a" | "button" | "div" | "form" | "li" | "span" | "ul"> = ComponentPropsWithoutRef<E> &
  SlotProp;

/** What `components.Mention` of `Composer.Editor` receives. */
export interface ComposerEditorMentionProps {
  /** Whether the mention is a part of what is selected. */
  readonly isSelected: boolean;
  readonly mention: MentionData;
}

/** What `components.Link` of `Composer.Editor` receives. */
export interface ComposerEditorLinkProps {
  /** With a scheme, as in `https://example.com/`. */
  readonly href: string;
  /** The text of the link. */
  readonly children: ReactNode;
}

/** What `components.MentionSuggestions` of `Composer.Editor` receives. */
export interface ComposerEditorMentionSuggestionsProps {
  readonly mentions: MentionData[];
  /** The id of the mention that Enter would choose. */
  readonly selectedMentionId?: string;
}

/** What `components.FloatingToolbar` of `Composer.Editor` receives. */
export type ComposerEditorFloatingToolbarProps = Record<string, never>;
/** Props of `Composer.Mention`. */
export type ComposerMentionProps = PartProps<"span">;
/** Props of `Composer.Link`. */
export type ComposerLinkProps = PartProps<"a">;
/** Props of `Composer.FloatingToolbar`. */
export type ComposerFloatingToolbarProps = PartProps<"div">;
export type ComposerSuggestionsProps = PartProps<"div">;
/** Props of `Composer.SuggestionsList`. */
export type ComposerSuggestionsListProps = PartProps<"ul">;

/** Props of `Composer.SuggestionsListItem`. */
export interface ComposerSuggestionsListItemProps extends PartProps<"li"> {
  /** The id of the mention. */
  readonly value: string;
}

/** What is rendered within the editor and beside it. */
export interface ComposerEditorComponents {
  readonly Mention: ComponentType<ComposerEditorMentionProps>;
  readonly MentionSuggestions: ComponentType<ComposerEditorMentionSuggestionsProps>;
  /**
   * Accepted, as the official package has it, and not rendered: links are text that is edited, so they are elements of the editor, with
   * the class `lb-composer-link`.
   */
  readonly Link: ComponentType<ComposerEditorLinkProps>;
  /** Beside text that is selected. Without it, there is no toolbar. */
  readonly FloatingToolbar?: ComponentType<ComposerEditorFloatingToolbarProps>;
}

/** Props of `Composer.Editor`. */
export interface ComposerEditorProps extends Omit<
  ComponentPropsWithoutRef<"div">,
  "defaultValue" | "children" | "dir"
> {
  readonly dir?: ReadingDirection;
  /** What the editor begins with. */
  readonly defaultValue?: CommentBody;
  /** Shown while there is no text. */
  readonly placeholder?: string;
  readonly disabled?: boolean;
  /** Whether the editor is focused when it is mounted. */
  readonly autoFocus?: boolean;
  readonly components?: Partial<ComposerEditorComponents>;
}

/** What is sent. */
export interface ComposerSubmitComment {
  readonly body: CommentBody;
  /** The attachments, which have been uploaded. */
  readonly attachments: CommentAttachment[];
}

/** Props of `Composer.Form`. */
export interface ComposerFormProps extends PartProps<"form"> {
  /** Receives the comment. If it answers a promise, the composer is disabled until it has settled; if it is rejected, the draft stays. */
  readonly onComposerSubmit?: (
    comment: ComposerSubmitComment,
    event: FormEvent<HTMLFormElement>,
  ) => Promise<void> | void;
  readonly disabled?: boolean;
  readonly defaultAttachments?: readonly CommentAttachment[];
  /** Whether files that are pasted become attachments. They do not by default. */
  readonly pasteFilesAsAttachments?: boolean;
  /** Whether the focus leaves the editor when the comment is sent. It does by default. */
  readonly blurOnSubmit?: boolean;
  /** Whether the client's `preventUnsavedChanges` also keeps the page open while there is a draft. It does by default. */
  readonly preventUnsavedChanges?: boolean;
}

/** Props of `Composer.Submit`. */
export type ComposerSubmitProps = PartProps<"button">;
/** Props of `Composer.AttachFiles`. */
export type ComposerAttachFilesProps = PartProps<"button">;

/** Props of `Composer.MarkToggle`. */
export interface ComposerMarkToggleProps extends PartProps<"button"> {
  readonly mark: ComposerBodyMark;
  /** Called with the mark when it is toggled. */
  readonly onValueChange?: (mark: ComposerBodyMark) => void;
}

/** Props of `Composer.AttachmentsDropArea`. */
export interface ComposerAttachmentsDropAreaProps extends PartProps<"div"> {
  readonly disabled?: boolean;
}

/** The state of the composer around a component, and what can be done to it. */
export interface ComposerContext {
  readonly isDisabled: boolean;
  /** Whether there is something to send, and nothing is being uploaded or has failed. */
  readonly canSubmit: boolean;
  readonly isFocused: boolean;
  /** Whether the text has nothing but white space. */
  readonly isEmpty: boolean;
  readonly submit: () => void;
  /** Empties the text and removes the attachments. */
  readonly clear: () => void;
  /** Focuses the editor and selects its text. */
  readonly select: () => void;
  readonly focus: () => void;
  readonly blur: () => void;
  /** Marks of what is selected, or of what would be written. */
  readonly marks: ComposerBodyMarks;
  readonly toggleMark: (mark: ComposerBodyMark) => void;
  /** Begins a mention at the caret, so that suggestions are shown. */
  readonly createMention: () => void;
  readonly insertText: (text: string) => void;
  /** Opens the browser's dialog for files. */
  readonly attachFiles: () => void;
  readonly attachments: CommentMixedAttachment[];
  readonly removeAttachment: (attachmentId: string) => void;
}
