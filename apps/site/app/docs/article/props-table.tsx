import { inlineMarkdown } from "../mdx/inline-markdown.ts";

export interface Prop {
  readonly name: string;
  readonly type: string;
  /** Where its type is described. */
  readonly href?: string;
  readonly default?: string;
  readonly required?: boolean;
  readonly description: string;
}

/** Parameters, options or members, each with its type and what it is for. The compiler of pages gives rows as JSON. */
export function PropsTable({ rows: given, label }: { rows: readonly Prop[] | string; label?: string }) {
  const rows = typeof given === "string" ? (JSON.parse(given) as readonly Prop[]) : given;
  return (
    <div className="props">
      {label !== undefined && <p className="props-label">{label}</p>}
      <dl>
        {rows.map(({ name, type, href, default: fallback, required, description }) => (
          <div key={name} className="prop">
            <dt>
              <code className="prop-name">{name}</code>{" "}
              <span className="prop-type">{href === undefined ? type : <a href={href}>{type}</a>}</span>
              {required && <span className="prop-required"> required</span>}
              {fallback !== undefined && (
                <span className="prop-default">
                  {" "}
                  default <code>{fallback}</code>
                </span>
              )}
            </dt>
            {description !== "" && <dd dangerouslySetInnerHTML={{ __html: inlineMarkdown(description) }} />}
          </div>
        ))}
      </dl>
    </div>
  );
}
