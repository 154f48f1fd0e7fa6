import { Link } from "react-router";
import { useSiteConfig } from "../api/use-site-config.ts";
import { CopyButton } from "../ui/copy-button.tsx";
import { SectionHeading } from "./section-heading.tsx";
import { startCommands } from "./start-command.ts";

const facts = [
  { title: "One process", text: "Sockets, REST API, dashboard and these docs share one port." },
  { title: "One database file", text: "SQLite is built in. Copy the file while the server runs, or use PostgreSQL." },
  { title: "No system packages", text: "npm installs everything, including the right version of Node.js." },
  { title: "Open source", text: "Apache-2.0, from the room engine to this page." },
] as const;

/** What it takes to run it. */
export function SelfHostSection() {
  const { data: config } = useSiteConfig();
  const repositoryUrl = config?.repositoryUrl;
  const commands = startCommands(repositoryUrl);
  return (
    <section id="self-host" aria-labelledby="self-host-title" className="page py-16 md:py-24">
      <SectionHeading id="self-host-title" title="One command starts your server.">
        Try it on a laptop, then run it in production on a small machine. Your users' data stays where you put it.
      </SectionHeading>
      <div className="mt-12 grid gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)]">
        <figure className="overflow-hidden rounded-lg border border-line-strong bg-[#16130f] text-[#f3eee4]">
          <figcaption className="flex h-11 items-center justify-between border-b border-white/15 pr-1.5 pl-5 font-mono text-xs text-[#c9c1b3]">
            Terminal
            <CopyButton
              text={commands.join("\n")}
              name="Copy the commands"
              className="text-[#c9c1b3]! hover:bg-white/10!"
            />
          </figcaption>
          <pre tabIndex={0} className="min-h-84 overflow-x-auto p-5 text-[0.8125rem] leading-7 -outline-offset-2">
            <code>
              {commands.map((command) => (
                <span key={command} className="block">
                  <span className="text-[#93a6ff]">$</span> {command}
                </span>
              ))}
              <span className="text-[#c9c1b3]">{`
  Weft is running at http://localhost:7070

  Demo project
    public key   pk_…
    secret key   sk_…

  Examples       http://localhost:7070/examples
  REST API       http://localhost:7070/v2/openapi.json`}</span>
            </code>
          </pre>
        </figure>
        <div className="flex flex-col justify-between gap-8">
          <dl className="grid gap-x-8 gap-y-6 sm:grid-cols-2 lg:grid-cols-1">
            {facts.map(({ title, text }) => (
              <div key={title} className="border-l-2 border-accent-line pl-4">
                <dt className="font-medium">{title}</dt>
                <dd className="mt-0.5 text-sm text-muted">{text}</dd>
              </div>
            ))}
          </dl>
          <p className="flex flex-wrap gap-x-6 gap-y-2 text-sm">
            <Link to="/docs/platform/self-hosting" className="link">
              Run Weft in production
            </Link>
            {repositoryUrl && (
              <a href={repositoryUrl} className="link" rel="noreferrer">
                View the source
              </a>
            )}
          </p>
        </div>
      </div>
    </section>
  );
}
