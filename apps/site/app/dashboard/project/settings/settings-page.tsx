import { displayNameFault, displayNameLength } from "@weft/protocol/internal/form-rules";
import { useState } from "react";
import type { ReactNode } from "react";
import { pageMeta } from "../../../shell/page-meta.ts";
import { Button } from "../../../ui/button.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";
import { Select } from "../../../ui/select.tsx";
import { Switch } from "../../../ui/switch.tsx";
import { EnvironmentBadge } from "../../frame/environment-badge.tsx";
import { PageHead } from "../../shared/page-head.tsx";
import { useProject } from "../shared/project-context.ts";
import { SettingsSection } from "../../shared/settings-section.tsx";
import { DeleteSection } from "./delete-section.tsx";
import { ExportSection } from "./export-section.tsx";
import { OriginsSection } from "./origins-section.tsx";
import { TransferSection } from "./transfer-section.tsx";
import { useChangeProject } from "./use-change-project.ts";
import { timeoutOptions, timeoutText } from "./version-timeouts.ts";

export const meta = () => pageMeta({ title: "Project settings", indexed: false });

const regionNames = { none: "No restriction", us: "United States", eu: "European Union" } as const;

export default function SettingsPage() {
  const { project } = useProject();
  const change = useChangeProject(project);
  const [name, setName] = useState(project.displayName);
  const fault = displayNameFault("Project", name, displayNameLength);
  const unchanged = name.trim() === project.displayName;
  return (
    <>
      <PageHead title="Project settings" />
      <div className="flex flex-col gap-5">
        <SettingsSection title="Name" about="Shown in the dashboard.">
          <form
            className="flex flex-wrap items-start gap-2"
            onSubmit={(event) => {
              event.preventDefault();
              if (fault === undefined && !unchanged && !change.isPending) change.mutate({ displayName: name.trim() });
            }}
          >
            <Field label="Project name" labelHidden error={fault} className="min-w-56 flex-1">
              <Input value={name} onChange={(event) => setName(event.target.value)} />
            </Field>
            <Button type="submit" disabled={fault !== undefined || unchanged} busy={change.isPending}>
              Save
            </Button>
          </form>
        </SettingsSection>
        <SettingsSection title="Project details" about="Set when the project was created.">
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-6 gap-y-3 text-sm">
            <Fact name="ID" reason="Used by your apps and tokens.">
              <span className="flex items-center gap-1">
                <code className="text-xs wrap-anywhere">{project.id}</code>
                <CopyButton name="Copy project ID" text={project.id} />
              </span>
            </Fact>
            <Fact name="Environment" reason="Shown in the project's keys.">
              <EnvironmentBadge type={project.type} />
            </Fact>
            <Fact name="Region" reason="Region can't be changed.">
              {regionNames[project.regionRestriction]}
            </Fact>
          </dl>
        </SettingsSection>
        <SettingsSection title="Rooms" about="Access with the public key.">
          <Switch
            label="Create rooms automatically"
            hint="Creates a room when someone joins with the public key. Turn off to create rooms only from your server."
            checked={project.publicKeyCreatesRooms}
            disabled={change.isPending}
            onCheckedChange={(publicKeyCreatesRooms) => change.mutate({ publicKeyCreatesRooms })}
          />
        </SettingsSection>
        <SettingsSection
          title="Automatic versions"
          about="Saves a version of a room after it changes, so that you can view and restore earlier states."
        >
          <Field label="Save a version">
            <Select
              options={timeoutOptions(project.versionCreationTimeout)}
              value={timeoutText(project.versionCreationTimeout)}
              disabled={change.isPending}
              onValueChange={(value) =>
                change.mutate({ versionCreationTimeout: value === "off" ? false : Number(value) })
              }
            />
          </Field>
        </SettingsSection>
        <OriginsSection />
        <ExportSection />
        <TransferSection />
        <DeleteSection />
      </div>
    </>
  );
}

function Fact({ name, reason, children }: { name: string; reason: string; children: ReactNode }) {
  return (
    <>
      <dt className="self-start pt-0.5 text-muted">{name}</dt>
      <dd className="flex flex-col gap-0.5">
        <span>{children}</span>
        <span className="text-xs text-faint">{reason}</span>
      </dd>
    </>
  );
}
