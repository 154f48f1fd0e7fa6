import { useState } from "react";
import { Send } from "lucide-react";
import { Link } from "react-router";
import { pageMeta } from "../../../shell/page-meta.ts";
import { Button } from "../../../ui/button.tsx";
import { UrlTabs } from "../../../ui/url-tabs.tsx";
import type { EarlyQuery } from "../../frame/use-early-queries.ts";
import { PageHead } from "../../shared/page-head.tsx";
import { EmailsTab } from "./emails/emails-tab.tsx";
import { InboxTab } from "./inbox-tab.tsx";
import { KindsTab } from "./kinds-tab.tsx";
import { notificationsQuery } from "./notification-queries.ts";
import { TriggerDialog } from "./trigger-dialog.tsx";

export const meta = () => pageMeta({ title: "Notifications", indexed: false });

export const handle: EarlyQuery = {
  // The other tabs begin with a form.
  earlyQuery: ({ projectId = "" }, search) =>
    [null, "kinds"].includes(search.get("tab")) ? notificationsQuery(projectId) : undefined,
};

export default function NotificationsPage() {
  const [triggering, setTriggering] = useState(false);
  return (
    <>
      <PageHead
        title="Notifications"
        actions={
          <Button onClick={() => setTriggering(true)}>
            <Send className="size-4" aria-hidden />
            Trigger notification
          </Button>
        }
      >
        Notification kinds, channels and user inboxes.{" "}
        <Link to="/docs/ready-made-features/notifications" className="link">
          About notifications
        </Link>
      </PageHead>
      <UrlTabs
        label="Notifications"
        tabs={[
          { value: "kinds", label: "Kinds and channels", content: <KindsTab /> },
          { value: "inbox", label: "User inbox", content: <InboxTab /> },
          { value: "emails", label: "Email previews", content: <EmailsTab /> },
        ]}
      />
      <TriggerDialog open={triggering} onClose={() => setTriggering(false)} />
    </>
  );
}
