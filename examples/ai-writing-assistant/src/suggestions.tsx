import { AiToolbar } from "@weft/react-tiptap";
import { Fragment } from "react";
import { prompts } from "./prompts.ts";

/** The prompts below the field of the assistant. */
export function Suggestions() {
  return prompts.map(({ group, prompts: suggested }, index) => (
    <Fragment key={group}>
      {index > 0 && <AiToolbar.SuggestionsSeparator />}
      <AiToolbar.SuggestionsLabel>{group}</AiToolbar.SuggestionsLabel>
      {suggested.map(({ label, prompt }) => (
        <AiToolbar.Suggestion key={label} prompt={prompt}>
          {label}
        </AiToolbar.Suggestion>
      ))}
    </Fragment>
  ));
}
