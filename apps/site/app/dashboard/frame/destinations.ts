import {
  Activity,
  Bell,
  Bot,
  Building2,
  ChartLine,
  CircleUserRound,
  FolderKanban,
  KeyRound,
  LayoutDashboard,
  LayoutGrid,
  Mail,
  MessageSquare,
  ReceiptText,
  Rocket,
  ScrollText,
  Settings,
  ShieldCheck,
  SquareTerminal,
  UserRound,
  Users,
  UsersRound,
  Webhook,
} from "lucide-react";
import type { LucideIcon } from "lucide-react";

/** A place in the navigation; `path` follows the address of its team, project or account. */
export interface Destination {
  readonly path: string;
  readonly label: string;
  readonly icon: LucideIcon;
  /** The letter that leads here after `G`. */
  readonly letter?: string;
  /** Seen by owners alone. */
  readonly owners?: boolean;
}

export interface DestinationGroup {
  /** Absent for the first group, which needs none. */
  readonly title?: string;
  readonly destinations: readonly Destination[];
}

/** A project's screens: one that is built is added by a line, here and in `project/routes.ts`. */
export const projectGroups: readonly DestinationGroup[] = [
  {
    destinations: [
      { path: "", label: "Overview", icon: LayoutDashboard },
      { path: "/quickstart", label: "Quickstart", icon: Rocket },
      { path: "/rooms", label: "Rooms", icon: LayoutGrid, letter: "r" },
      { path: "/users", label: "Users", icon: CircleUserRound },
    ],
  },
  {
    title: "Collaboration",
    destinations: [
      { path: "/threads", label: "Threads", icon: MessageSquare, letter: "t" },
      { path: "/notifications", label: "Notifications", icon: Bell },
      { path: "/groups", label: "Groups", icon: Users },
      { path: "/copilots", label: "AI copilots", icon: Bot },
    ],
  },
  {
    title: "Monitor",
    destinations: [
      { path: "/events", label: "Events", icon: Activity, letter: "e" },
      { path: "/logs", label: "Request logs", icon: SquareTerminal },
      { path: "/analytics", label: "Analytics", icon: ChartLine },
    ],
  },
  {
    title: "Manage",
    destinations: [
      { path: "/api-keys", label: "API keys", icon: KeyRound, letter: "k" },
      { path: "/webhooks", label: "Webhooks", icon: Webhook, letter: "w" },
      { path: "/settings", label: "Project settings", icon: Settings },
    ],
  },
];

export const teamGroups: readonly DestinationGroup[] = [
  {
    destinations: [
      { path: "", label: "Projects", icon: FolderKanban, letter: "p" },
      { path: "/members", label: "Members", icon: UsersRound },
      { path: "/settings/billing", label: "Plan and usage", icon: ReceiptText, letter: "u" },
      { path: "/settings", label: "Team settings", icon: Building2 },
      { path: "/settings/security", label: "Security", icon: ShieldCheck, owners: true },
      { path: "/settings/management-tokens", label: "Management tokens", icon: KeyRound, owners: true },
      { path: "/settings/audit-log", label: "Audit log", icon: ScrollText, owners: true },
    ],
  },
];

export const accountGroups: readonly DestinationGroup[] = [
  {
    destinations: [
      { path: "", label: "Profile", icon: UserRound },
      { path: "/security", label: "Security", icon: ShieldCheck },
      { path: "/notifications", label: "Notifications", icon: Mail },
    ],
  },
];
