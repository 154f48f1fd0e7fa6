import { Component, lazy, useState } from "react";
import type { ComponentProps, ComponentType, ReactNode } from "react";
import { isModuleFailure } from "../shell/module-failure.ts";
import { doubtServer } from "../shell/server-doubt.ts";
import { Button } from "./button.tsx";

/** A part of the page whose script is loaded when the part is first drawn. If it does not come, the part says so, with a retry. */
export function lazyPart<C extends ComponentType<any>>(
  load: () => Promise<{ default: C }>,
): ComponentType<ComponentProps<C>> {
  let latest = lazy(load);
  return function LazyPart(props: ComponentProps<C>) {
    const [Part, setPart] = useState<ComponentType<any>>(() => latest);
    const retry = () => {
      latest = lazy(load);
      setPart(() => latest);
    };
    return (
      <PartBoundary key={partKey(Part)} onRetry={retry}>
        <Part {...props} />
      </PartBoundary>
    );
  };
}

const keys = new WeakMap<object, number>();
let lastKey = 0;

/** A key of its own for each attempt, so that the boundary of a failed one is not that of the next. */
function partKey(part: object): number {
  if (!keys.has(part)) keys.set(part, (lastKey += 1));
  return keys.get(part)!;
}

class PartBoundary extends Component<{ onRetry: () => void; children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidCatch(error: unknown) {
    if (isModuleFailure(error)) doubtServer();
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    if (!isModuleFailure(error)) throw error;
    return (
      <div
        role="alert"
        className="fixed right-4 bottom-4 z-50 flex max-w-[calc(100vw-2rem)] items-center gap-3 rounded-lg border border-danger-line bg-surface px-4 py-3 text-sm shadow-float"
      >
        <span>This part of the page couldn't be loaded.</span>
        <Button size="sm" onClick={this.props.onRetry}>
          Retry
        </Button>
      </div>
    );
  }
}
