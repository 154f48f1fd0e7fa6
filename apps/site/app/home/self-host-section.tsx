import { Link } from "react-router";
import { CopyButton } from "../ui/copy-button.tsx";
import { SectionHeading } from "./section-heading.tsx";
import { startCommand } from "./start-command.ts";

const facts = [
  { title: "One process", text: "Sockets, REST API, dashboard and these docs come from the same port." },
  { title: "One database file", text: "SQLite inside, no service beside it. Copy it while the server runs." },
  { title: "Nothing to install", text: "The right Node.js comes with the packages; npm is all a machine needs." },
  { title: "Yours to read", text: "Apache-2.0, from the room engine to this page." },
] as const;

/** What it takes to run it. */
export function SelfHostSection() {
  return (
    <section aria-labelledby="self-host-title" className="page py-16 md:py-24">
      <SectionHeading id="self-host-title" title="One command, and it is yours.">
        Start it on a laptop to try it, on a small machine to ship it. Your users' data stays where you put it.
      </SectionHeading>
      <div className="mt-12 grid gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)]">
        <figure className="overflow-hidden rounded-lg border border-line-strong bg-[#16130f] text-[#f3eee4]">
          <figcaption className="flex h-11 items-center justify-between border-b border-white/15 pr-1.5 pl-5 font-mono text-xs text-[#c9c1b3]">
            Terminal
            <CopyButton text={startCommand} name="Copy the command" className="text-[#c9c1b3]! hover:bg-white/10!" />
          </figcaption>
          <pre tabIndex={0} className="overflow-x-auto p-5 text-[0.8125rem] leading-7 -outline-offset-2">
            <code>
              <span className="text-[#93a6ff]">$</span> {startCommand}
              {"\n\n"}
              <span className="text-[#c9c1b3]">{`  Weft is running at http://localhost:7070

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
          <p className="text-sm">
            <Link to="/docs/platform/self-hosting" className="link">
              Read how to run it in production
            </Link>
          </p>
        </div>
      </div>
    </section>
  );
}
