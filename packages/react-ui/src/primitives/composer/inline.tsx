/** Mentions and links in the text of a composer. */
import { forwardRef } from "react";
import { Slot } from "../../ui/slot.tsx";
import type { ComposerLinkProps, ComposerMentionProps } from "./composer-props.ts";

/**
 * A mention in the text.
 *
 * @example
 * <Composer.Mention>@{mention.id}</Composer.Mention>
 */
export const ComposerMention = forwardRef<HTMLSpanElement, ComposerMentionProps>(function ComposerMention(
  { asChild = false, ...props },
  ref,
) {
  const Mention = asChild ? Slot : "span";
  return <Mention {...props} ref={ref} />;
});

/**
 * A link in the text.
 *
 * @example
 * <Composer.Link href={href}>{children}</Composer.Link>
 */
export const ComposerLink = forwardRef<HTMLAnchorElement, ComposerLinkProps>(function ComposerLink(
  { asChild = false, ...props },
  ref,
) {
  const Link = asChild ? Slot : "a";
  return <Link target="_blank" rel="noopener noreferrer nofollow" {...props} ref={ref} />;
});
