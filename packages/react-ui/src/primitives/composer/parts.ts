/** The parts of a composer, as `Composer.Form` and so on. */
export {
  ComposerAttachFiles as AttachFiles,
  ComposerMarkToggle as MarkToggle,
  ComposerSubmit as Submit,
} from "./controls.tsx";
export { ComposerAttachmentsDropArea as AttachmentsDropArea } from "./drop-area.tsx";
export { ComposerEditor as Editor } from "./editor.tsx";
export { ComposerFloatingToolbar as FloatingToolbar } from "./floating-toolbar.tsx";
export { ComposerForm as Form } from "./form.tsx";
export { ComposerLink as Link, ComposerMention as Mention } from "./inline.tsx";
export {
  ComposerSuggestions as Suggestions,
  ComposerSuggestionsList as SuggestionsList,
  ComposerSuggestionsListItem as SuggestionsListItem,
} from "./suggestions.tsx";
