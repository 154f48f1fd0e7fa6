import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { Button } from "../../../ui/button.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { useChangeWebhook } from "./use-change-webhook.ts";
import { useWebhook } from "./use-webhook.ts";

/** Says that an endpoint fails or receives nothing, why, and what to do. */
export function StateNote() {
  const webhook = useWebhook();
  const enable = useChangeWebhook("The endpoint is enabled");
  if (webhook.state === "active") return null;
  const since = webhook.failingSince === null ? null : <RelativeTime at={webhook.failingSince} />;
  const button = (
    <Button size="sm" busy={enable.isPending} onClick={() => enable.mutate({ disabled: false })}>
      Enable
    </Button>
  );
  if (webhook.state === "failing")
    return (
      <Note title="Deliveries are failing.">
        The first failure was {since}. If every attempt fails for five days, the endpoint is disabled.{" "}
        <Link className="link" to="?tab=deliveries">
          View deliveries
        </Link>
      </Note>
    );
  if (webhook.disabledBecause === "failing")
    return (
      <Note title="Disabled automatically." action={button}>
        Every attempt failed for five days; the first failure was {since}. Fix the receiver, enable the endpoint, and
        then recover the failed deliveries.{" "}
        <Link className="link" to="/docs/platform/webhooks#retries">
          Learn about retries
        </Link>
      </Note>
    );
  if (!webhook.hasSecret)
    return (
      <Note title="Disabled: the signing secret was lost.">
        The server&apos;s master key was replaced. Roll the secret, update your receiver, and then enable the endpoint.
      </Note>
    );
  return (
    <Note title="Disabled." action={button}>
      The endpoint receives no events. Events that happen while it is disabled are not sent later.
    </Note>
  );
}

function Note({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <section
      aria-label="Endpoint status"
      className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-lg border border-warning-line bg-warning-soft px-5 py-4"
    >
      <div className="flex min-w-0 flex-1 basis-72 items-start gap-3 text-sm">
        <TriangleAlert className="mt-0.5 size-4 shrink-0 text-warning" aria-hidden />
        <p>
          <strong className="font-medium">{title}</strong> {children}
        </p>
      </div>
      {action}
    </section>
  );
}
