import type { Variant } from "../catalogue/variants.ts";
import { remember } from "../article/tab-choice.ts";
import { Step } from "./step.tsx";

/** The page for another framework. The choice holds for the tabs of later pages, too. */
export function FrameworkPicker({ variants, route }: { variants: readonly Variant[]; route: string }) {
  return (
    <nav aria-label="Framework" className="framework-picker">
      {variants.map(({ framework, href }) => (
        <Step
          key={href}
          to={href}
          aria-current={href === route ? "page" : undefined}
          onClick={() => remember("framework", framework)}
        >
          {framework}
        </Step>
      ))}
    </nav>
  );
}
