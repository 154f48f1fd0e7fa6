import { ListChecks, Mails, MessageSquareText, Server } from "lucide-react";
import { useLocation } from "react-router";
import { ButtonLink } from "../../ui/button-link.tsx";
import { useNodes } from "./use-nodes.ts";

const pages = [
  { to: "/dashboard/staff/messages", label: "Messages", icon: MessageSquareText },
  { to: "/dashboard/staff/mails", label: "Emails", icon: Mails },
  { to: "/dashboard/staff/jobs", label: "Jobs", icon: ListChecks },
] as const;
const nodes = { to: "/dashboard/staff/nodes", label: "Nodes", icon: Server } as const;

/** The other pages for staff. Only a cluster has nodes. */
export function StaffLinks() {
  const { pathname } = useLocation();
  const { data } = useNodes();
  const isCluster = data !== undefined && data.length > 0;
  return [...pages, ...(isCluster ? [nodes] : [])]
    .filter(({ to }) => to !== pathname)
    .map(({ to, label, icon: Icon }) => (
      <ButtonLink key={to} to={to}>
        <Icon className="size-4" aria-hidden />
        {label}
      </ButtonLink>
    ));
}
