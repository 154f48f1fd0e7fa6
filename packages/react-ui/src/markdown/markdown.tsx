import type { ComponentPropsWithoutRef, ReactElement } from "react";
import { forwardRef, memo, useMemo } from "react";
import { splitBlocks } from "./blocks.ts";
import { defaultMarkdownComponents } from "./components.tsx";
import type { MarkdownComponents } from "./components.tsx";
import { elementsOf } from "./elements.tsx";
import { lexBlock, linksOf } from "./lexer.ts";
import type { Links } from "./lexer.ts";
import { finishBlock } from "./unfinished.ts";

/** Props of Markdown. Those of a `div` go to the element around the blocks. */
export interface MarkdownProps extends Omit<ComponentPropsWithoutRef<"div">, "children" | "content"> {
  /** The text. */
  content: string;
  /** Whether the text is still being written: what is open at its end is shown as if it were closed. By default false. */
  partial?: boolean;
  /** Components for parts of the text. */
  components?: Partial<MarkdownComponents>;
}

/**
 * Renders Markdown as elements: no HTML of the text reaches the document, and links go to relative addresses, http, https and mailto
 * only. When the text grows, only its last block is rendered again.
 *
 * @example
 * <Markdown content={answer} partial={isGenerating} />
 */
export const Markdown = forwardRef<HTMLDivElement, MarkdownProps>(function Markdown(
  { content, partial = false, components, className, ...props },
  ref,
) {
  const { blocks, definitions } = useMemo(() => splitBlocks(content), [content]);
  const links = useMemo(() => linksOf(definitions), [definitions]);
  const all = useAllComponents(components);
  return (
    <div {...props} ref={ref} className={className === undefined ? "lb-prose" : `lb-prose ${className}`}>
      {blocks.map((source, index) => (
        <Block
          key={index}
          source={partial && index === blocks.length - 1 ? finishBlock(source) : source}
          links={links}
          components={all}
        />
      ))}
    </div>
  );
});

/** The same object for the same components, whether the object around them is a new one or not. */
function useAllComponents(components: Partial<MarkdownComponents> = {}): MarkdownComponents {
  const names = Object.keys(defaultMarkdownComponents) as (keyof MarkdownComponents)[];
  const deps = names.map((name) => components[name]);
  return useMemo(() => {
    const given = Object.fromEntries(Object.entries(components).filter(([, component]) => component !== undefined));
    return { ...defaultMarkdownComponents, ...given };
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, deps);
}

interface BlockProps {
  readonly source: string;
  readonly links: Links;
  readonly components: MarkdownComponents;
}

const Block = memo(function Block({ source, links, components }: BlockProps): ReactElement {
  const tokens = useMemo(() => lexBlock(source, links), [source, links]);
  return <>{elementsOf(tokens, components)}</>;
});
