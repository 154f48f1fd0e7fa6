import { guideTitleLength } from "@weft/protocol/internal/form-rules";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { request } from "../../api/request.ts";
import { useMe } from "../../api/use-me.ts";
import { useSending } from "../../forms/use-sending.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { Markdown } from "../../ui/markdown.tsx";
import { argumentsOf, dataOf, textOf } from "./assistant-tool.ts";
import type { ToolViewProps } from "./assistant-tool.ts";
import { createGuide, guideCancelled, guideHref } from "./create-guide.ts";
import { ToolCard } from "./tool-card.tsx";

const name = "Create guide";

/** A permanent guide, which staff publish after a look at it. */
export function CreateGuideForm({ part, respond }: ToolViewProps) {
  const { data: me } = useMe();
  if (part.stage === "executed") {
    const data = dataOf(part);
    return (
      <ToolCard title={name} done="Guide created">
        <Link to={guideHref(textOf(data, "slug"))} className="link w-fit text-sm wrap-anywhere">
          {textOf(data, "title")}
        </Link>
      </ToolCard>
    );
  }
  if (part.stage === "receiving" || me?.user?.isStaff !== true) return <ToolCard title={name} busy />;
  return <OpenForm part={part} respond={respond} />;
}

function OpenForm({ part, respond }: ToolViewProps) {
  const navigate = useNavigate();
  const { data: me } = useMe();
  const [title, setTitle] = useState(textOf(argumentsOf(part), "title"));
  const markdown = textOf(argumentsOf(part), "markdown");
  const fault = title.trim() === "" ? "Title is required" : undefined;
  const sending = useSending(async () => {
    const result = await createGuide(
      { title, markdown },
      {
        isStaff: me?.user?.isStaff === true,
        post: (body) => request("POST /internal/ai-guides", { body }),
        go: (href) => void navigate(href),
      },
    );
    respond(result);
  });
  const isBusy = sending.state.kind === "submitting" || sending.state.kind === "success";
  return (
    <ToolCard title={name}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (fault === undefined) void sending.submit(undefined);
        }}
      >
        <Field label="Title" required error={fault} hint="The address of the guide is made from it.">
          <Input value={title} maxLength={guideTitleLength} onChange={(event) => setTitle(event.target.value)} />
        </Field>
        <div className="flex flex-col gap-1.5">
          <p className="text-sm font-medium" id={`preview-${part.invocationId}`}>
            Preview
          </p>
          <div
            role="region"
            aria-labelledby={`preview-${part.invocationId}`}
            tabIndex={0}
            className="max-h-80 overflow-y-auto rounded-md border border-line bg-surface p-3"
          >
            <Markdown>{markdown}</Markdown>
          </div>
        </div>
        <p className="text-xs text-muted">Everyone can read the guide once it is created.</p>
        <div className="flex flex-wrap justify-end gap-2">
          <Button disabled={isBusy} onClick={() => respond({ cancel: guideCancelled })}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" disabled={fault !== undefined} busy={isBusy}>
            Create guide
          </Button>
        </div>
      </form>
    </ToolCard>
  );
}
