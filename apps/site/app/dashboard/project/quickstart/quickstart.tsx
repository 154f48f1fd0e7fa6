import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { useSiteConfig } from "../../../api/use-site-config.ts";
import { CodeBlock } from "../../../ui/code-block.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { SegmentedControl } from "../../../ui/segmented-control.tsx";
import { Select } from "../../../ui/select.tsx";
import { ThreadMark } from "../../../ui/thread-line.tsx";
import { useChecklist, useNoteCopiedKey } from "../shared/checklist-query.ts";
import { Loaded } from "../../shared/loaded.tsx";
import { useProject } from "../shared/project-context.ts";
import { chosen, features, frameworksOf, packageFamilies, packageManagers } from "./choices.ts";
import { ConnectionWatch } from "./connection-watch.tsx";
import { languageOf, quickstartPrompt, quickstartSteps } from "./quickstart-steps.ts";

/** From an empty folder to a connection, step by step, with the project's own key in the code. */
export function Quickstart({ level = 2 }: { level?: 2 | 3 }) {
  const Heading = `h${level}` as const;
  const { project, base } = useProject();
  const config = useSiteConfig();
  const [search, setSearch] = useSearchParams();
  const note = useNoteCopiedKey(project.id);
  const isConnected = useChecklist(project.id).data?.steps.firstConnection != null;
  const feature = chosen(features, search.get("feature"));
  const frameworks = frameworksOf(feature);
  const choice = {
    feature,
    framework: chosen(frameworks, search.get("framework")),
    packageManager: chosen(packageManagers, search.get("manager")),
    family: chosen(packageFamilies, search.get("packages")),
  };
  const choose = (name: string, value: string) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        next.set(name, value);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <Loaded query={config}>
      {({ serverUrl }) => {
        const connection = { publicKey: project.publicKey, serverUrl };
        return (
          <div className="grid grid-cols-1 gap-8 xl:grid-cols-[minmax(0,1fr)_19rem]">
            <div className="flex min-w-0 flex-col gap-8">
              <div className="flex flex-wrap items-end gap-x-6 gap-y-4">
                <Picker label="Feature">
                  <SegmentedControl
                    label="Feature"
                    options={features}
                    value={choice.feature}
                    onValueChange={(value) => choose("feature", value)}
                  />
                </Picker>
                <Picker label="Framework">
                  <Select
                    aria-label="Framework"
                    className="w-40!"
                    options={frameworks}
                    value={choice.framework}
                    onValueChange={(value) => choose("framework", value)}
                  />
                </Picker>
                <Picker label="Packages">
                  <SegmentedControl
                    label="Packages"
                    options={packageFamilies}
                    value={choice.family}
                    onValueChange={(value) => choose("packages", value)}
                  />
                </Picker>
                <Picker label="Package manager">
                  <Select
                    aria-label="Package manager"
                    className="w-28!"
                    options={packageManagers}
                    value={choice.packageManager}
                    onValueChange={(value) => choose("manager", value)}
                  />
                </Picker>
              </div>
              <ol>
                {quickstartSteps(choice, connection).map(({ title, text, blocks }, index) => (
                  <li key={title} className="flex gap-4 [--at:0.875rem]">
                    <ThreadMark state={isConnected ? "reached" : index === 0 ? "next" : "waiting"} />
                    <div className="flex min-w-0 flex-1 flex-col gap-3 pb-8 [li:last-child>&]:pb-0">
                      <div>
                        <Heading className="text-lg">{title}</Heading>
                        <p className="text-sm text-muted">{text}</p>
                      </div>
                      {blocks.map(({ file, code }) => (
                        <CodeBlock key={file} title={file} code={code} language={languageOf(file)} wrapped />
                      ))}
                    </div>
                  </li>
                ))}
              </ol>
            </div>
            <aside aria-label="Connection" className="order-first xl:order-none">
              <div className="flex flex-col gap-4 xl:sticky xl:top-32">
                <ConnectionWatch projectId={project.id} base={base} />
                <CopyButton
                  variant="secondary"
                  size="md"
                  label="Copy as prompt"
                  name="Copy as prompt"
                  text={() => {
                    note();
                    return quickstartPrompt(choice, connection);
                  }}
                />
                <div className="flex flex-col gap-2 text-sm text-muted">
                  <p>Check that the server is reachable from the machine that runs your app:</p>
                  <CodeBlock title="Terminal" code={`curl ${serverUrl}/health/ready`} language="sh" wrapped />
                </div>
              </div>
            </aside>
          </div>
        );
      }}
    </Loaded>
  );
}

function Picker({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex max-w-full flex-col gap-1.5 overflow-x-auto">
      <span aria-hidden className="text-xs text-muted">
        {label}
      </span>
      {children}
    </div>
  );
}
