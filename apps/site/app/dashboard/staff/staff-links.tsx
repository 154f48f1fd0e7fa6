import { ListChecks, Mails, MessageSquareText } from "lucide-react";
import { useLocation } from "react-router";
import { ButtonLink } from "../../ui/button-link.tsx";

const pages = [
  { to: "/dashboard/staff/messages", label: "Messages", icon: MessageSquareText },
  { to: "/dashboard/staff/mails", label: "Emails", icon: Mails },
  { to: "/dashboard/staff/jobs", label: "Jobs", icon: ListChecks },
] as const;

/** The other pages for staff. */
export function StaffLinks() {
  const { pathname } = useLocation();
  return pages
    .filter(({ to }) => to !== pathname)
    .map(({ to, label, icon: Icon }) => (
      <ButtonLink key={to} to={to}>
        <Icon className="size-4" aria-hidden />
        {label}
      </ButtonLink>
    ));
}
