import { Check, Copy, FileText, Sparkles } from "lucide-react";
import { askAssistant } from "../../assistant/panel/panel-state.ts";
import { useEffect, useState } from "react";

const action = "inline-flex min-h-7 items-center gap-2 rounded-sm text-sm text-muted hover:text-ink";

/** What can be done with a page as a whole. */
export function PageActions({ route, title }: { route: string; title: string }) {
  const address = `${route}.md`;
  const [outcome, setOutcome] = useState<"none" | "copied" | "failed">("none");
  useEffect(() => {
    if (outcome === "none") return;
    const timer = setTimeout(() => setOutcome("none"), 2_000);
    return () => clearTimeout(timer);
  }, [outcome]);
  const Icon = outcome === "copied" ? Check : Copy;
  return (
    <>
      <button
        type="button"
        className={`${action} needs-script`}
        onClick={() =>
          copyMarkdown(address).then(
            () => setOutcome("copied"),
            () => setOutcome("failed"),
          )
        }
      >
        <Icon className="size-3.5" aria-hidden />
        Copy page
      </button>
      <a href={address} className={action}>
        <FileText className="size-3.5" aria-hidden />
        View as markdown
      </a>
      <button
        type="button"
        className={`${action} needs-script text-left`}
        onClick={() => askAssistant(`About the page “${title}”: `)}
      >
        <Sparkles className="size-3.5 shrink-0" aria-hidden />
        Ask the assistant about this page
      </button>
      <span role="status" className={outcome === "failed" ? "text-sm text-danger" : "sr-only"}>
        {outcome === "copied" ? "Copied" : outcome === "failed" ? "The page could not be copied." : ""}
      </span>
    </>
  );
}

async function copyMarkdown(address: string): Promise<void> {
  const text = fetch(address).then((response) => {
    if (!response.ok) throw new Error(`${address} answered ${response.status}.`);
    return response.text();
  });
  // A promise in the item: the press still counts as the reason when the text has arrived.
  await navigator.clipboard.write([
    new ClipboardItem({ "text/plain": text.then((markdown) => new Blob([markdown], { type: "text/plain" })) }),
  ]);
}
