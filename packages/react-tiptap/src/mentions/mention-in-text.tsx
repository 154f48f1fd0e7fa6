import { MentionLabel } from "@weft/react-ui/text-editor";
import type { ReactNode } from "react";

interface MentionInTextProps {
  readonly kind: "user" | "group";
  readonly id: string;
  readonly isSelected: boolean;
}

/** The name in a mention of the text. */
export function MentionInText({ kind, id, isSelected }: MentionInTextProps): ReactNode {
  return <MentionLabel mention={{ kind, id }} isSelected={isSelected} className="lb-tiptap-mention" />;
}
