import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { StaffMail } from "@weft/protocol";
import { RotateCw } from "lucide-react";
import { useState } from "react";
import { RequestFailed } from "../../api/request-failed.ts";
import { request } from "../../api/request.ts";
import { useMe } from "../../api/use-me.ts";
import { useSiteConfig } from "../../api/use-site-config.ts";
import { pageMeta } from "../../shell/page-meta.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { Cell, HeaderCell, Row, Table } from "../../ui/table.tsx";
import { toast } from "../../ui/toast.ts";
import NotFoundPage from "../frame/not-found-page.tsx";
import { Loaded } from "../shared/loaded.tsx";
import { PageHead } from "../shared/page-head.tsx";
import { StaffLinks } from "./staff-links.tsx";

export const meta = () => pageMeta({ title: "Mails", indexed: false });

const mailsKey = ["staff", "mails"] as const;
const states = {
  waiting: <Badge tone="warning">Waiting</Badge>,
  failed: <Badge tone="danger">Failed</Badge>,
  kept: <Badge>Kept</Badge>,
} as const;

/** Mails that have not left the server, and why; staff alone see that there is such a page. */
export default function MailsPage() {
  const { data: me } = useMe();
  const { data: config } = useSiteConfig();
  const isStaff = me?.user?.isStaff === true;
  const mails = useQuery({
    queryKey: mailsKey,
    enabled: isStaff,
    queryFn: ({ signal }) => request("GET /internal/staff/mails", { signal }),
    refetchInterval: 30_000,
  });
  if (me && !isStaff) return <NotFoundPage />;
  const leaves = config?.signIn.mail === true;
  return (
    <>
      <PageHead title="Mails" actions={<StaffLinks />}>
        {leaves
          ? "Mails that have not left this server yet, newest first. What they say is not shown: their links open accounts."
          : "This server sends no mail. The newest are kept here, and what they say is in its log."}
      </PageHead>
      <Loaded query={mails}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState title={leaves ? "Every mail has left." : "Mails appear here as they are written."} />
          ) : (
            <Table caption="Mails that have not left" stacked>
              <thead>
                <Row>
                  <HeaderCell>To</HeaderCell>
                  <HeaderCell>About</HeaderCell>
                  <HeaderCell>Written</HeaderCell>
                  <HeaderCell>State</HeaderCell>
                  {leaves && (
                    <HeaderCell>
                      <span className="sr-only">Commands</span>
                    </HeaderCell>
                  )}
                </Row>
              </thead>
              <tbody>
                {all.map((mail) => (
                  <MailRow key={mail.id} mail={mail} leaves={leaves} />
                ))}
              </tbody>
            </Table>
          )
        }
      </Loaded>
    </>
  );
}

function MailRow({ mail, leaves }: { mail: StaffMail; leaves: boolean }) {
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const retry = async () => {
    setBusy(true);
    try {
      await request("POST /internal/staff/mails/{mailId}/retry", { path: { mailId: mail.id } });
      toast({ title: `The mail to ${mail.to} is tried again`, tone: "success" });
    } catch (error) {
      const gone = error instanceof RequestFailed && error.status === 404;
      toast({
        title: gone ? "That mail has left by now" : "The mail could not be tried. Try again.",
        tone: gone ? "success" : "danger",
      });
    }
    setBusy(false);
    await queries.invalidateQueries({ queryKey: mailsKey });
  };
  return (
    <Row>
      <HeaderCell scope="row" className="min-w-44 wrap-anywhere whitespace-normal!">
        {mail.to}
      </HeaderCell>
      <Cell label="About" className="min-w-44">
        {mail.subject}
      </Cell>
      <Cell label="Written" className="whitespace-nowrap text-muted">
        <RelativeTime at={mail.at} />
      </Cell>
      <Cell label="State" className="min-w-56">
        <span className="flex flex-wrap items-center gap-2 as-card:justify-end">
          {states[mail.state]}
          {mail.state === "waiting" && mail.tries > 0 && mail.nextTryAt !== null && (
            <span className="text-xs text-muted">
              {"again "}
              <RelativeTime at={mail.nextTryAt} />
            </span>
          )}
        </span>
        {mail.failure !== null && (
          <span className="mt-1 block max-w-prose text-xs wrap-anywhere text-muted">{mail.failure}</span>
        )}
      </Cell>
      {leaves && (
        <Cell className="text-right">
          <Button size="sm" variant="ghost" busy={busy} onClick={() => void retry()}>
            <RotateCw className="size-4" aria-hidden />
            Try now
            <span className="sr-only">{`: ${mail.subject}, to ${mail.to}`}</span>
          </Button>
        </Cell>
      )}
    </Row>
  );
}
