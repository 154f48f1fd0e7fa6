import { useQueryClient } from "@tanstack/react-query";
import type { InternalRoutes, TeamRole } from "@weft/protocol";
import { invitationsAtOnce } from "@weft/protocol/internal/form-rules";
import { useState } from "react";
import { request } from "../../api/request.ts";
import { useSiteConfig } from "../../api/use-site-config.ts";
import { FormMessage } from "../../ui/form-message.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { RadioGroup } from "../../ui/radio-group.tsx";
import { Textarea } from "../../ui/textarea.tsx";
import { readAddresses } from "./read-addresses.ts";

type Result = InternalRoutes["POST /internal/teams/{teamId}/invitations"]["returns"][number];

const outcomes: Readonly<Record<Result["outcome"], { readonly word: string; readonly tone: "success" | "neutral" }>> = {
  invited: { word: "Invited", tone: "success" },
  alreadyMember: { word: "Already a member", tone: "neutral" },
  alreadyInvited: { word: "Already invited", tone: "neutral" },
};

export interface InviteDialogProps {
  readonly teamId: string;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** Invites up to twenty addresses at once, and shows the outcome for each. */
export function InviteDialog({ teamId, open, onOpenChange }: InviteDialogProps) {
  const { data: config } = useSiteConfig();
  const queries = useQueryClient();
  const [text, setText] = useState("");
  const [role, setRole] = useState<TeamRole>("member");
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const [results, setResults] = useState<readonly Result[]>();
  const { addresses, fault: typedFault } = readAddresses(text);

  const close = (next: boolean) => {
    onOpenChange(next);
    if (next) return;
    setText("");
    setRole("member");
    setFault(undefined);
    setResults(undefined);
  };
  const invite = async () => {
    setBusy(true);
    setFault(undefined);
    try {
      setResults(
        await request("POST /internal/teams/{teamId}/invitations", {
          path: { teamId },
          body: { emails: addresses, role },
        }),
      );
      await queries.invalidateQueries({ queryKey: ["team", teamId] });
    } catch {
      setFault("The invitations could not be sent. Try again.");
    }
    setBusy(false);
  };

  if (results !== undefined)
    return (
      <Dialog
        open={open}
        onOpenChange={close}
        title="Invitations"
        description={
          config?.signIn.mail === true
            ? "Each email contains a link that works for seven days."
            : "This server doesn't send email. Share these links yourself. Each link works for seven days and is shown only once."
        }
        footer={
          <Button variant="primary" onClick={() => close(false)}>
            Done
          </Button>
        }
      >
        <ul className="divide-y divide-line rounded-lg border border-line">
          {results.map(({ email, outcome, link }) => (
            <li key={email} className="flex flex-wrap items-center justify-between gap-2 px-4 py-3 text-sm">
              <span className="min-w-0 truncate font-medium">{email}</span>
              <span className="flex items-center gap-2">
                <Badge tone={outcomes[outcome].tone}>{outcomes[outcome].word}</Badge>
                {link !== undefined && <CopyButton text={link} name={`Copy link for ${email}`} label="Copy link" />}
              </span>
            </li>
          ))}
        </ul>
      </Dialog>
    );
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title="Invite people"
      description={`Up to ${invitationsAtOnce} emails, separated by commas, spaces or new lines.`}
    >
      <form
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy && typedFault === undefined && addresses.length > 0) void invite();
        }}
      >
        <Field label="Emails" error={text.trim() === "" ? undefined : typedFault}>
          <Textarea rows={4} value={text} spellCheck={false} onChange={(event) => setText(event.target.value)} />
        </Field>
        <RadioGroup<TeamRole>
          legend="Role"
          cards
          value={role}
          onValueChange={setRole}
          options={[
            { value: "member", label: "Member", hint: "Can work with all projects." },
            { value: "owner", label: "Owner", hint: "Can also change members, plan and settings." },
          ]}
        />
        <FormMessage>{fault}</FormMessage>
        <Button
          type="submit"
          variant="primary"
          className="self-end"
          busy={busy}
          disabled={addresses.length === 0 || typedFault !== undefined}
        >
          {addresses.length > 1 ? `Invite ${addresses.length} people` : "Invite"}
        </Button>
      </form>
    </Dialog>
  );
}
