import { AiTool } from "@weft/react-ui";
import type { ReactNode } from "react";

interface ChangeCardProps {
  /** Undefined until the user has answered. */
  readonly outcome: "success" | "error" | "cancelled" | undefined;
  readonly question: string;
  /** What is said once the user has confirmed. */
  readonly done: string;
  readonly children: ReactNode;
}

/** A change of the board that waits for the user, and says afterwards what became of it. */
export function ChangeCard({ outcome, question, done, children }: ChangeCardProps) {
  const titles = { success: done, error: "No changes made", cancelled: "Cancelled" } as const;
  return (
    <AiTool title={outcome === undefined ? question : titles[outcome]} collapsible={false}>
      {children}
    </AiTool>
  );
}
