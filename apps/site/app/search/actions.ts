import { projectHref, teamHref } from "./items.ts";
import type { Surroundings } from "./items.ts";
import type { SearchItem } from "./search-item.ts";

const shared = { context: "docs", path: ["Actions"], priority: 2 } as const;

/** What can be done from the search dialog, where the person is. */
export function actionItems({ params, accounts, signedIn = false }: Surroundings): SearchItem[] {
  const { accountId, projectId } = params;
  const team = accountId ?? accounts[0]?.id;
  const themes = [
    {
      title: "Use the light theme",
      action: "theme-light",
      keywords: ["theme", "switch theme", "light mode", "appearance"],
    },
    {
      title: "Use the dark theme",
      action: "theme-dark",
      keywords: ["theme", "switch theme", "dark mode", "night mode", "appearance"],
    },
    { title: "Use the system theme", action: "theme-system", keywords: ["theme", "appearance", "auto"] },
  ] as const;
  return [
    ...(signedIn && team !== undefined
      ? [
          {
            ...shared,
            title: "Create project",
            href: `${teamHref(team)}?dialog=create-project`,
            keywords: ["new project", "add project"],
          },
          {
            ...shared,
            title: "Invite members",
            href: `${teamHref(team)}/members?dialog=invite`,
            keywords: ["invite", "add member", "add user", "invite people", "teammate"],
          },
        ]
      : []),
    ...(signedIn
      ? [
          { ...shared, title: "Create team", href: "/dashboard?dialog=create-team", keywords: ["new team"] },
          { ...shared, title: "Account settings", href: "/dashboard/account", keywords: ["my account"] },
          { ...shared, title: "Sign out", href: "/sign-out", keywords: ["log out", "logout", "signout"] },
        ]
      : [
          { ...shared, title: "Sign in", href: "/sign-in", keywords: ["log in", "login", "signin"] },
          { ...shared, title: "Sign up", href: "/sign-up", keywords: ["register", "create account", "signup"] },
        ]),
    ...(signedIn && accountId !== undefined && projectId !== undefined
      ? [
          {
            ...shared,
            title: "Copy public key",
            href: `${projectHref(accountId, projectId)}/api-keys`,
            keywords: ["copy key", "public key", "pk"],
            action: "copy-public-key",
          } as const,
        ]
      : []),
    ...(signedIn
      ? [
          {
            ...shared,
            title: "Ask the assistant",
            href: "#",
            keywords: ["ai assistant", "assistant", "ask ai", "chat", "help"],
            action: "ask-assistant",
          } as const,
        ]
      : []),
    {
      ...shared,
      title: "Keyboard shortcuts",
      href: "#",
      keywords: ["shortcuts", "hotkeys", "key bindings"],
      action: "show-shortcuts",
    },
    {
      ...shared,
      title: "Send feedback",
      href: "#",
      keywords: ["feedback", "report a bug", "feature request"],
      action: "send-feedback",
    },
    ...themes.map((theme) => ({ ...shared, ...theme, href: "#" })),
  ];
}
