import { clsx } from "clsx";
import { LifeBuoy, MessagesSquare, Users } from "lucide-react";
import { Suspense, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { useSiteConfig } from "../api/use-site-config.ts";
import { pageMeta } from "../shell/page-meta.ts";
import { Page } from "../shell/page.tsx";
import { Button } from "../ui/button.tsx";
import { ButtonLink } from "../ui/button-link.tsx";
import { Card } from "../ui/card.tsx";
import { SkeletonLines } from "../ui/skeleton-lines.tsx";
import { PageHead } from "./page-head.tsx";
import { lazyPart } from "../ui/lazy-part.tsx";

// Most visitors want another card, so the form's code is loaded when it is opened.
const SalesForm = lazyPart(() => import("../forms/sales-form.tsx").then((m) => ({ default: m.SalesForm })));

export const meta = () => pageMeta({ title: "Contact", description: "Support, sales and community of this server." });

/** The ways to reach people: support, sales, and a community where the operator has configured one. */
export default function ContactPage() {
  const { hash } = useLocation();
  const { data: config } = useSiteConfig();
  const [sales, setSales] = useState(false);
  const links = config?.socialLinks ?? [];

  // The HTML was made without knowing the hash.
  useEffect(() => {
    if (hash === "#sales") setSales(true);
  }, [hash]);

  useEffect(() => {
    if (sales) document.getElementById("sales-title")?.focus();
  }, [sales]);

  return (
    <Page>
      <div className="page flex flex-col gap-10 py-16">
        <PageHead title="Contact">Messages go to the operator of this server.</PageHead>
        <div className={clsx("grid gap-4", links.length > 0 ? "md:grid-cols-3" : "md:grid-cols-2")}>
          <Card className="flex flex-col gap-3">
            <LifeBuoy className="size-5 text-accent" aria-hidden />
            <h2 className="text-xl">Support</h2>
            <p className="flex-1 text-sm text-muted">Get help with a problem or a question.</p>
            <ButtonLink to="/support" className="self-start">
              Contact support
            </ButtonLink>
          </Card>
          <Card className="flex flex-col gap-3">
            <MessagesSquare className="size-5 text-accent" aria-hidden />
            <h2 className="text-xl">Sales</h2>
            <p className="flex-1 text-sm text-muted">Ask about plans, higher limits or help with your own server.</p>
            <Button className="self-start" aria-expanded={sales} aria-controls="sales" onClick={() => setSales(true)}>
              Talk to sales
            </Button>
          </Card>
          {links.length > 0 && (
            <Card className="flex flex-col gap-3">
              <Users className="size-5 text-accent" aria-hidden />
              <h2 className="text-xl">Community</h2>
              <p className="text-sm text-muted">Ask questions and talk to other developers.</p>
              <ul className="flex flex-col gap-1">
                {links.map(({ name, href }) => (
                  <li key={href}>
                    <a href={href} rel="noreferrer" className="link inline-flex min-h-7 items-center text-sm">
                      {name}
                    </a>
                  </li>
                ))}
              </ul>
            </Card>
          )}
        </div>
        <section id="sales" aria-labelledby="sales-title" hidden={!sales}>
          {sales && (
            <Card className="flex max-w-2xl flex-col gap-6">
              <h2 id="sales-title" tabIndex={-1} className="text-xl outline-none">
                Talk to sales
              </h2>
              <Suspense fallback={<SkeletonLines lines={8} />}>
                <SalesForm />
              </Suspense>
            </Card>
          )}
        </section>
      </div>
    </Page>
  );
}
