import { useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { authClient } from "../../auth/auth-client.ts";
import { FormMessage } from "../../ui/form-message.tsx";
import { AlertDialog } from "../../ui/alert-dialog.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { Loaded } from "../shared/loaded.tsx";
import { answered } from "./auth-answer.ts";

/** Passkeys of this account: added on this device, named, removed. */
export function Passkeys() {
  const passkeys = useQuery({
    queryKey: ["passkeys"],
    queryFn: () => answered(authClient.passkey.listUserPasskeys()),
  });
  const [adding, setAdding] = useState(false);
  const [fault, setFault] = useState<string>();
  const supported = typeof PublicKeyCredential !== "undefined";

  const remove = async (id: string) => {
    const { error } = await authClient.passkey.deletePasskey({ id });
    setFault(error ? "Couldn't remove the passkey. Try again." : undefined);
    await passkeys.refetch();
  };
  return (
    <div className="flex flex-col items-start gap-4">
      <Loaded query={passkeys}>
        {(list) =>
          list.length === 0 ? (
            <p className="text-sm text-muted">No passkeys yet.</p>
          ) : (
            <ul className="w-full divide-y divide-line rounded-lg border border-line bg-surface">
              {list.map(({ id, name, createdAt }) => (
                <li key={id} className="flex flex-wrap items-center gap-3 px-4 py-3 text-sm">
                  <KeyRound className="size-4 text-faint" aria-hidden />
                  <span className="min-w-0 flex-1 truncate font-medium">{name ?? "Passkey"}</span>
                  <RelativeTime at={createdAt} className="text-muted" />
                  <AlertDialog
                    trigger={
                      <Button size="sm" variant="ghost">
                        Remove
                      </Button>
                    }
                    title={`Remove ${name ?? "this passkey"}?`}
                    action="Remove passkey"
                    onConfirm={() => void remove(id)}
                  >
                    You'll no longer be able to sign in with this passkey.
                  </AlertDialog>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <FormMessage>{fault}</FormMessage>
      {supported ? (
        <Button onClick={() => setAdding(true)}>Add a passkey</Button>
      ) : (
        <p className="text-sm text-muted">This browser doesn't support passkeys.</p>
      )}
      <AddPasskey open={adding} onOpenChange={setAdding} onAdded={() => void passkeys.refetch()} />
    </div>
  );
}

function AddPasskey(props: { open: boolean; onOpenChange: (open: boolean) => void; onAdded: () => void }) {
  const { open, onOpenChange, onAdded } = props;
  const [name, setName] = useState("");
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const add = async () => {
    setBusy(true);
    setFault(undefined);
    const { error } = (await authClient.passkey.addPasskey({ name: name.trim() })) ?? { error: null };
    setBusy(false);
    if (error) return setFault(error.message ?? "Couldn't create a passkey.");
    setName("");
    onOpenChange(false);
    return onAdded();
  };
  return (
    <Dialog open={open} onOpenChange={onOpenChange} size="sm" title="Add a passkey">
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== "" && !busy) void add();
        }}
      >
        <Field label="Name">
          <Input value={name} placeholder="MacBook" maxLength={60} onChange={(event) => setName(event.target.value)} />
        </Field>
        <FormMessage>{fault}</FormMessage>
        <Button type="submit" variant="primary" className="self-end" disabled={name.trim() === ""} busy={busy}>
          Continue
        </Button>
      </form>
    </Dialog>
  );
}
