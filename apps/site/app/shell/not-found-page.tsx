import { Search } from "lucide-react";
import { Button } from "../ui/button.tsx";
import { ButtonLink } from "../ui/button-link.tsx";
import { NotFound } from "../ui/not-found.tsx";
import { openSearch } from "./dialogs.ts";
import { Page } from "./page.tsx";
import { pageMeta } from "./page-meta.ts";

export const meta = () => pageMeta({ title: "Not found", indexed: false });

const suggestions = [
  { to: "/docs", label: "Documentation" },
  { to: "/examples", label: "Examples" },
  { to: "/dashboard", label: "Dashboard" },
] as const;

/** The page of every address that leads nowhere. */
export default function NotFoundPage() {
  return (
    <Page>
      <NotFound
        action={suggestions.map(({ to, label }) => (
          <ButtonLink key={to} to={to}>
            {label}
          </ButtonLink>
        ))}
      >
        <Button
          variant="secondary"
          className="w-72 max-w-full justify-start! text-faint!"
          aria-haspopup="dialog"
          onClick={() => openSearch()}
        >
          <Search className="size-4" aria-hidden />
          Search…
        </Button>
      </NotFound>
    </Page>
  );
}
