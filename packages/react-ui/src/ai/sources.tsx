import type { ReactElement } from "react";
import type { GlobalComponents } from "../config.tsx";
import { Globe, Search } from "../icon.tsx";
import { linkAddress } from "../markdown/address.ts";
import type { AiChatMessageOverrides, ShownRetrieval } from "../overrides/overrides.ts";
import { classNames } from "../ui/class-names.ts";

interface RetrievalProps {
  readonly part: ShownRetrieval;
  readonly isStreaming: boolean;
  readonly texts: AiChatMessageOverrides;
}

/** A search of a copilot. */
export function Retrieval({ part, isStreaming, texts }: RetrievalProps): ReactElement {
  return (
    <div className="lb-ai-chat-message-retrieval" data-kind={part.kind}>
      {part.kind === "web" ? <Globe /> : <Search />}
      <span className={classNames(isStreaming && "lb-shimmer")}>
        {texts.AI_CHAT_MESSAGE_RETRIEVAL(isStreaming, part)}
      </span>
    </div>
  );
}

interface SourcesProps {
  readonly sources: readonly { readonly url: string; readonly title?: string }[];
  readonly label: string;
  readonly Anchor: GlobalComponents["Anchor"];
}

/** The pages that an answer is based on. */
export function Sources({ sources, label, Anchor }: SourcesProps): ReactElement | null {
  const linked = sources.flatMap(({ url, title }) => {
    const href = linkAddress(url);
    return href === undefined ? [] : [{ href, title: title === undefined || title === "" ? hostOf(href) : title }];
  });
  if (linked.length === 0) return null;
  return (
    <section className="lb-ai-chat-message-sources" aria-label={label}>
      <div className="lb-ai-chat-message-sources-label" aria-hidden>
        {label}
      </div>
      <ul className="lb-ai-chat-message-sources-list">
        {linked.map(({ href, title }) => (
          <li key={href}>
            <Anchor className="lb-ai-chat-message-source" href={href} target="_blank" rel="noopener noreferrer">
              <Globe />
              <span>{title}</span>
            </Anchor>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What is not an address is its own name. */
function hostOf(url: string): string {
  try {
    return new URL(url).host;
  } catch {
    return url;
  }
}
