import { aiProvidersUrl } from "./weft-url.ts";

/** Says that answers do not come from a language model, and how to change that. */
export function NoModelNote() {
  return (
    <p className="no-model" role="note">
      This server has no AI provider. Set{" "}
      <a href={aiProvidersUrl} target="_top">
        <code>WEFT_AI_PROVIDER</code>
      </a>{" "}
      to have a language model answer.
    </p>
  );
}
