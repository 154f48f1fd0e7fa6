import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { refetchMe, useMe } from "../../api/use-me.ts";
import { authClient } from "../../auth/auth-client.ts";
import { authFailure, retryAfterOf } from "../../auth/auth-failure.ts";
import { FormMessage } from "../../ui/form-message.tsx";
import { PasswordInput } from "../../auth/password-input.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { hasPassword, signInMethodsQuery } from "./sign-in-methods-query.ts";

type Stage =
  | { readonly kind: "closed" }
  | { readonly kind: "password"; readonly aim: "enable" | "disable" | "codes" }
  | { readonly kind: "scan"; readonly uri: string; readonly codes: readonly string[] }
  | { readonly kind: "codes"; readonly codes: readonly string[] };

/** An authenticator app as second factor: switched on and off, with new backup codes when the old ones are used up. */
export function TwoFactor() {
  const { data: me } = useMe();
  const queries = useQueryClient();
  const [stage, setStage] = useState<Stage>({ kind: "closed" });
  const enabled = me?.user?.twoFactorEnabled === true;
  const { data: methods } = useQuery(signInMethodsQuery);
  const lacksPassword = methods !== undefined && !hasPassword(methods);
  const close = () => setStage({ kind: "closed" });
  const refresh = () => refetchMe(queries);

  const confirm = async (aim: "enable" | "disable" | "codes", password: string): Promise<string | undefined> => {
    const wrong = "Incorrect password.";
    let wait: string | null = null;
    const options = { onError: ({ response }: { response: Response }) => void (wait = retryAfterOf(response)) };
    if (aim === "disable") {
      const { error } = await authClient.twoFactor.disable({ password }, options);
      if (error) return authFailure(error, wrong, wait).message;
      await refresh();
      close();
      return undefined;
    }
    if (aim === "codes") {
      const { data, error } = await authClient.twoFactor.generateBackupCodes({ password }, options);
      if (error) return authFailure(error, wrong, wait).message;
      setStage({ kind: "codes", codes: data.backupCodes });
      return undefined;
    }
    const { data, error } = await authClient.twoFactor.enable({ password }, options);
    if (error) return authFailure(error, wrong, wait).message;
    if (!("totpURI" in data)) return "This server doesn't support authenticator apps.";
    setStage({ kind: "scan", uri: data.totpURI, codes: data.backupCodes });
    return undefined;
  };

  return (
    <div className="flex flex-col items-start gap-4">
      <p className="flex items-center gap-2 text-sm">
        {enabled ? <Badge tone="success">On</Badge> : <Badge>Off</Badge>}
        <span className="text-muted">
          {enabled
            ? "Two-factor authentication is on."
            : lacksPassword
              ? "You need a password to set up an authenticator app. Set one above first."
              : "Two-factor authentication is off."}
        </span>
      </p>
      <div className="flex flex-wrap gap-2">
        {enabled ? (
          <>
            <Button onClick={() => setStage({ kind: "password", aim: "codes" })}>New backup codes</Button>
            <Button variant="danger" onClick={() => setStage({ kind: "password", aim: "disable" })}>
              Turn off
            </Button>
          </>
        ) : (
          <Button disabled={lacksPassword} onClick={() => setStage({ kind: "password", aim: "enable" })}>
            Set up an authenticator app
          </Button>
        )}
      </div>
      <PasswordDialog stage={stage} onConfirm={confirm} onClose={close} />
      {stage.kind === "scan" && (
        <ScanDialog
          uri={stage.uri}
          onClose={close}
          onVerified={() => {
            setStage({ kind: "codes", codes: stage.codes });
            void refresh();
          }}
        />
      )}
      {stage.kind === "codes" && <CodesDialog codes={stage.codes} onClose={close} />}
    </div>
  );
}

function PasswordDialog(props: {
  stage: Stage;
  onConfirm: (aim: "enable" | "disable" | "codes", password: string) => Promise<string | undefined>;
  onClose: () => void;
}) {
  const { stage, onConfirm, onClose } = props;
  const [password, setPassword] = useState("");
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const open = stage.kind === "password";
  const confirm = async () => {
    if (stage.kind !== "password") return;
    setBusy(true);
    const why = await onConfirm(stage.aim, password);
    setBusy(false);
    setFault(why);
    if (why === undefined) setPassword("");
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        setFault(undefined);
        setPassword("");
        if (!next) onClose();
      }}
      size="sm"
      title="Confirm your password"
      description={
        stage.kind === "password" && stage.aim === "disable"
          ? "You'll no longer need a code to sign in."
          : "Enter your password to continue."
      }
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (password !== "" && !busy) void confirm();
        }}
      >
        <Field label="Password">
          <PasswordInput
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
        <FormMessage>{fault}</FormMessage>
        <Button type="submit" variant="primary" className="self-end" disabled={password === ""} busy={busy}>
          Continue
        </Button>
      </form>
    </Dialog>
  );
}

function ScanDialog({ uri, onVerified, onClose }: { uri: string; onVerified: () => void; onClose: () => void }) {
  const [picture, setPicture] = useState<string>();
  const [code, setCode] = useState("");
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const secret = new URL(uri).searchParams.get("secret") ?? "";
  useEffect(() => {
    // Fetched when a code is first shown.
    const draw = async () => {
      const { toDataURL } = await import("qrcode");
      setPicture(await toDataURL(uri, { margin: 1, width: 352 }));
    };
    void draw();
  }, [uri]);
  const verify = async () => {
    setBusy(true);
    let wait: string | null = null;
    const { error } = await authClient.twoFactor.verifyTotp(
      { code: code.replaceAll(/\s/gu, "") },
      { onError: ({ response }) => void (wait = retryAfterOf(response)) },
    );
    setBusy(false);
    const wrong = "Incorrect code. Codes change every 30 seconds.";
    if (error) setFault(authFailure(error, wrong, wait).message);
    else onVerified();
  };
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      size="sm"
      title="Scan this code"
      description="Scan it with an authenticator app, then enter the 6-digit code."
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (/^\s*(\d\s*){6}$/u.test(code) && !busy) void verify();
        }}
      >
        <div className="grid size-44 place-items-center self-center overflow-hidden rounded-lg bg-white">
          {picture && <img src={picture} width={176} height={176} alt="QR code" />}
        </div>
        <p className="flex items-center justify-between gap-2 rounded-md border border-line bg-sunken px-3 py-1.5 text-sm">
          <code className="min-w-0 truncate text-xs">{secret}</code>
          <CopyButton text={secret} name="Copy secret" />
        </p>
        <Field label="Code">
          <Input
            inputMode="numeric"
            autoComplete="one-time-code"
            className="font-mono tracking-widest"
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        </Field>
        <FormMessage>{fault}</FormMessage>
        <Button
          type="submit"
          variant="primary"
          className="self-end"
          disabled={!/^\s*(\d\s*){6}$/u.test(code)}
          busy={busy}
        >
          Turn on
        </Button>
      </form>
    </Dialog>
  );
}

function CodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      size="sm"
      title="Save your backup codes"
      description="Use a code to sign in without your authenticator app. Each code works once. They won't be shown again."
      footer={
        <>
          <CopyButton text={codes.join("\n")} name="Copy all codes" label="Copy all" />
          <Button variant="primary" onClick={onClose}>
            Done, I've saved them
          </Button>
        </>
      }
    >
      <ul className="grid grid-cols-2 gap-2 rounded-lg border border-line bg-sunken p-4 font-mono text-sm">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </Dialog>
  );
}
