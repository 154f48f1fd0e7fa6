import type { ReactNode } from "react";
import { Badge } from "../../../ui/badge.tsx";
import type { BadgeTone } from "../../../ui/badge.tsx";

export interface StepProps {
  readonly number: number;
  readonly title: string;
  readonly state: { readonly tone: BadgeTone; readonly label: string };
  readonly about: ReactNode;
  readonly children?: ReactNode;
}

/** One step of the setup, and how far it is. */
export function Step({ number, title, state, about, children }: StepProps) {
  return (
    <li className="flex flex-col gap-3 border-t border-line pt-5 first:border-0 first:pt-0">
      <div className="flex flex-col gap-1">
        <h3 className="flex flex-wrap items-center gap-2 text-sm font-medium">
          {`${number}. ${title}`}
          <Badge tone={state.tone}>{state.label}</Badge>
        </h3>
        <p className="text-sm text-muted">{about}</p>
      </div>
      {children}
    </li>
  );
}
