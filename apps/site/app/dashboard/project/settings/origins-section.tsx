import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { Textarea } from "../../../ui/textarea.tsx";
import { SettingsSection } from "../../shared/settings-section.tsx";
import { useProject } from "../shared/project-context.ts";
import { readOrigins } from "./read-origins.ts";
import { useChangeProject } from "./use-change-project.ts";

/** Which websites may use the public key. */
export function OriginsSection() {
  const { project } = useProject();
  const change = useChangeProject(project);
  const saved = project.allowedOrigins.join("\n");
  const [text, setText] = useState(saved);
  const [tried, setTried] = useState(false);
  const { origins, fault } = readOrigins(text);
  return (
    <div id="allowed-origins" className="scroll-mt-32">
      <SettingsSection
        title="Allowed origins"
        about="Websites that can use the public key. Tokens from your back end work on any website."
      >
        <form
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            setTried(true);
            if (fault !== undefined || change.isPending) return;
            change.mutate(
              { allowedOrigins: [...origins] },
              {
                onSuccess: (next) => {
                  setText(next.allowedOrigins.join("\n"));
                  setTried(false);
                },
              },
            );
          }}
        >
          <Field
            label="Allowed origins"
            labelHidden
            error={tried ? fault : undefined}
            hint="One per line: scheme, host and optional port. Start the host with “*.” to include all subdomains. Leave empty to allow every website."
          >
            <Textarea
              rows={3}
              className="font-mono text-xs"
              spellCheck={false}
              autoCapitalize="off"
              placeholder={"https://example.com\nhttps://*.example.com"}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          </Field>
          <Button
            type="submit"
            className="self-start"
            disabled={origins.join("\n") === saved && fault === undefined}
            busy={change.isPending}
          >
            Save origins
          </Button>
        </form>
      </SettingsSection>
    </div>
  );
}
