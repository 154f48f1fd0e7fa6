import { Link } from "react-router";
import { useSiteConfig } from "../api/use-site-config.ts";
import { SupportForm } from "../forms/support-form.tsx";
import { pageMeta } from "../shell/page-meta.ts";
import { Page } from "../shell/page.tsx";
import { Card } from "../ui/card.tsx";
import { PageHead } from "./page-head.tsx";

export const meta = () => pageMeta({ title: "Support", description: "Contact the operator of this server." });

const help = [
  { to: "/status", label: "Status of this server" },
  { to: "/docs/platform/troubleshooting", label: "Troubleshooting" },
  { to: "/docs/errors", label: "What an error means" },
  { to: "/docs/guides/debugging-a-connection", label: "Debugging a connection" },
] as const;

/** A form that reaches the operator, and where to find help without it. */
export default function SupportPage() {
  const { data: config } = useSiteConfig();
  return (
    <Page>
      <div className="page flex flex-col gap-10 py-16">
        <PageHead title="Support">
          Send a message to the operator of this server. Include the room id, the time and what you expected.
        </PageHead>
        <div className="grid items-start gap-10 lg:grid-cols-[minmax(0,42rem)_18rem] lg:gap-16">
          <Card>
            <SupportForm />
          </Card>
          <aside aria-label="Help" className="flex flex-col gap-8 text-sm">
            <section className="flex flex-col gap-3">
              <h2 className="text-lg">Find an answer</h2>
              <ul className="flex flex-col gap-1">
                {help.map(({ to, label }) => (
                  <li key={to}>
                    <Link to={to} className="link inline-flex min-h-7 items-center">
                      {label}
                    </Link>
                  </li>
                ))}
              </ul>
            </section>
            <section className="flex flex-col gap-2">
              <h2 className="text-lg">What happens next</h2>
              <p className="text-muted">Messages go to this server's operator, who replies to your email address.</p>
              {config?.supportEmail && (
                <p>
                  <a href={`mailto:${config.supportEmail}`} className="link">
                    {config.supportEmail}
                  </a>
                </p>
              )}
            </section>
          </aside>
        </div>
      </div>
    </Page>
  );
}
