import { useQuery } from "@tanstack/react-query";
import type { StaffMail } from "@weft/protocol";
import { request } from "../../api/request.ts";
import { useMe } from "../../api/use-me.ts";
import { useSiteConfig } from "../../api/use-site-config.ts";
import { pageMeta } from "../../shell/page-meta.ts";
import { Badge } from "../../ui/badge.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { Cell, HeaderCell, Row, Table } from "../../ui/table.tsx";
import NotFoundPage from "../frame/not-found-page.tsx";
import { Loaded } from "../shared/loaded.tsx";
import { PageHead } from "../shared/page-head.tsx";
import { RetryButton } from "./retry-button.tsx";
import { StaffLinks } from "./staff-links.tsx";
import { StateCell } from "./state-cell.tsx";

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
      <StateCell failure={mail.failure}>
        {states[mail.state]}
        {mail.state === "waiting" && mail.tries > 0 && mail.nextTryAt !== null && (
          <span className="text-xs text-muted">
            {"again "}
            <RelativeTime at={mail.nextTryAt} />
          </span>
        )}
      </StateCell>
      {leaves && (
        <Cell className="text-right">
          <RetryButton
            label="Try now"
            target={`${mail.subject}, to ${mail.to}`}
            retry={() => request("POST /internal/staff/mails/{mailId}/retry", { path: { mailId: mail.id } })}
            outcomes={{
              started: `The mail to ${mail.to} is tried again`,
              gone: "That mail has left by now",
              failed: "The mail could not be tried. Try again.",
            }}
            queryKey={mailsKey}
          />
        </Cell>
      )}
    </Row>
  );
}
