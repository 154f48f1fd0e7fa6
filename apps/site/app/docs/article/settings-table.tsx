import { serverSettings } from "../generated/settings.ts";
import { inlineMarkdown } from "../mdx/inline-markdown.ts";

/** Every setting of the server. */
export function SettingsTable() {
  return (
    <div className="props">
      <dl>
        {serverSettings.map(({ env, description, default: fallback }) => (
          <div key={env} className="prop">
            <dt id={env}>
              <code className="prop-name">{env}</code>
              {fallback !== undefined && (
                <span className="prop-default">
                  {" "}
                  default <code>{fallback}</code>
                </span>
              )}
            </dt>
            <dd dangerouslySetInnerHTML={{ __html: inlineMarkdown(description.replaceAll("<", "&lt;")) }} />
          </div>
        ))}
      </dl>
    </div>
  );
}
