import type { ReadyMadeEmail } from "@weft/emails";
import { clsx } from "clsx";
import { useState } from "react";
import { useSiteConfig } from "../../../../api/use-site-config.ts";
import { CodeBlock } from "../../../../ui/code-block.tsx";
import { SegmentedControl } from "../../../../ui/segmented-control.tsx";
import { Tabs } from "../../../../ui/tabs.tsx";
import { useProject } from "../../shared/project-context.ts";
import { emailCode } from "./email-code.ts";
import type { EmailFormat } from "./email-code.ts";
import type { EmailKind } from "./email-event.ts";
import { previewDocument } from "./preview-document.ts";
import type { EmailScheme } from "./preview-document.ts";

const schemes = [
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
] as const;
const widths = [
  { value: "desktop", label: "Desktop" },
  { value: "phone", label: "Phone" },
] as const;
const formats = [
  { value: "ready", label: "Ready-made" },
  { value: "react", label: "React" },
  { value: "html", label: "HTML" },
] as const;

/** An email as its reader sees it, its plain-text part, and the code that makes it. */
export function EmailView({ email, kind }: { email: ReadyMadeEmail; kind: EmailKind }) {
  return (
    <section aria-label="Email" className="min-w-0 rounded-lg border border-line bg-surface">
      <p className="border-b border-line px-5 py-3 text-sm">
        <span className="text-muted">Subject:</span> <span className="font-medium wrap-anywhere">{email.subject}</span>
      </p>
      <Tabs
        label="Formats"
        className="min-w-0 px-5 pt-1 pb-5"
        tabs={[
          { value: "html", label: "HTML", content: <HtmlPart email={email} /> },
          {
            value: "text",
            label: "Plain text",
            content: <CodeBlock title="Plain text" code={email.text} wrapped />,
          },
          { value: "code", label: "Code", content: <CodePart kind={kind} /> },
        ]}
      />
    </section>
  );
}

function HtmlPart({ email }: { email: ReadyMadeEmail }) {
  const [scheme, setScheme] = useState<EmailScheme>("light");
  const [width, setWidth] = useState<(typeof widths)[number]["value"]>("desktop");
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap gap-3">
        <SegmentedControl label="Color scheme" options={schemes} value={scheme} onValueChange={setScheme} />
        <SegmentedControl label="Width" options={widths} value={width} onValueChange={setWidth} />
      </div>
      <iframe
        title={`Preview of “${email.subject}”`}
        // Without permissions, a frame runs no script, opens no page and has an origin of its own.
        sandbox=""
        srcDoc={previewDocument(email.html, scheme)}
        className={clsx(
          "h-112 max-w-full rounded-lg border border-line bg-white",
          width === "phone" ? "mx-auto w-[390px]" : "w-full",
        )}
      />
    </div>
  );
}

function CodePart({ kind }: { kind: EmailKind }) {
  const { project } = useProject();
  const { data: config } = useSiteConfig();
  const [format, setFormat] = useState<EmailFormat>("ready");
  if (config === undefined) return null;
  const code = emailCode({ kind, format, serverUrl: config.serverUrl, brand: project.displayName });
  return (
    <div className="flex flex-col gap-4">
      <SegmentedControl label="Email format" options={formats} value={format} onValueChange={setFormat} />
      <CodeBlock
        title={format === "react" ? "app/api/webhooks/route.tsx" : "app/api/webhooks/route.ts"}
        code={code}
        language="tsx"
      />
    </div>
  );
}
