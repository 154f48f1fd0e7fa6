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

export const meta = () => pageMeta({ title: "Emails", indexed: false });

const mailsKey = ["staff", "mails"] as const;
const states = {
  waiting: <Badge tone="warning">Waiting</Badge>,
  failed: <Badge tone="danger">Failed</Badge>,
  parked: <Badge tone="danger">Parked</Badge>,
  kept: <Badge>Kept</Badge>,
} as const;

/** Emails that the server has not sent, with the reason. Only staff can see the page. */
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
      <PageHead title="Emails" actions={<StaffLinks />}>
        {leaves
          ? "Emails that haven't been sent yet, newest first. Their content isn't shown because their links give access to accounts."
          : "This server doesn't send email. The newest emails are listed here. Their content is in the server log."}
      </PageHead>
      <Loaded query={mails}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState title={leaves ? "All emails have been sent." : "New emails appear here."} />
          ) : (
            <Table caption="Unsent emails" stacked>
              <thead>
                <Row>
                  <HeaderCell>To</HeaderCell>
                  <HeaderCell>Subject</HeaderCell>
                  <HeaderCell>Created</HeaderCell>
                  <HeaderCell>State</HeaderCell>
                  {leaves && (
                    <HeaderCell>
                      <span className="sr-only">Actions</span>
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
      <Cell label="Subject" className="min-w-44">
        {mail.subject}
      </Cell>
      <Cell label="Created" className="whitespace-nowrap text-muted">
        <RelativeTime at={mail.at} />
      </Cell>
      <StateCell failure={mail.failure}>
        {states[mail.state]}
        {mail.state === "waiting" && mail.tries > 0 && mail.nextTryAt !== null && (
          <span className="text-xs text-muted">
            {"retry "}
            <RelativeTime at={mail.nextTryAt} />
          </span>
        )}
      </StateCell>
      {leaves && (
        <Cell className="text-right">
          <RetryButton
            label="Retry now"
            target={`${mail.subject}, to ${mail.to}`}
            retry={() => request("POST /internal/staff/mails/{mailId}/retry", { path: { mailId: mail.id } })}
            outcomes={{
              started: `Sending the email to ${mail.to} again`,
              gone: "The email has already been sent",
              failed: "The email could not be sent. Try again.",
            }}
            queryKey={mailsKey}
          />
        </Cell>
      )}
    </Row>
  );
}
