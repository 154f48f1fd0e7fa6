import { Link } from "react-router";
import { Tabs } from "../ui/tabs.tsx";
import { CodePanel } from "./code-panel.tsx";
import type { CodeSample, codeSamples } from "./code-samples.server.ts";
import { PresenceFigure } from "./presence-figure.tsx";
import { RunningWindows } from "./running-windows.tsx";
import type { RunningWindowsProps } from "./running-windows.tsx";
import { SectionHeading } from "./section-heading.tsx";
import { TasksFigure } from "./tasks-figure.tsx";
import { TextFigure } from "./text-figure.tsx";

/** What runs beside the code of a tab. A call's result is its response. */
const running: Readonly<Partial<Record<CodeSample["id"], RunningWindowsProps>>> = {
  react: { example: "live-cursors", title: "Live cursors", view: "stage", drawing: <PresenceFigure /> },
  storage: { example: "todo-list", title: "To-do list", view: "preview", drawing: <TasksFigure /> },
  text: { example: "rich-text", title: "Rich text", view: "preview", drawing: <TextFigure /> },
};

/** The code it takes, beside what it does. */
export function CodeSection({ samples, response }: ReturnType<typeof codeSamples>) {
  return (
    <section aria-labelledby="code-title" className="border-y border-line bg-surface">
      <div className="page py-16 md:py-24">
        <SectionHeading id="code-title" title="The names you know, in packages of your own server.">
          Weft’s packages export the names of the Liveblocks packages. The official ones work, too: set{" "}
          <code className="text-ink">baseUrl</code> to your server.{" "}
          <Link to="/docs/concepts/coming-from-liveblocks" className="link">
            See what works
          </Link>
        </SectionHeading>
        <Tabs
          label="Code samples"
          className="mt-10"
          tabs={samples.map(({ id, label, file, code, html }) => {
            const result = running[id];
            return {
              value: id,
              label,
              content: (
                <div className="grid gap-4 lg:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)] lg:gap-5">
                  <CodePanel title={file} code={code} html={html} />
                  {result ? <RunningWindows key={id} {...result} /> : <CodePanel title="Response" {...response} />}
                </div>
              ),
            };
          })}
        />
      </div>
    </section>
  );
}
