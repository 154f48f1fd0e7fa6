import type { Act, Colleague } from "./use-colleague.ts";

const labels: readonly { readonly act: Act; readonly label: string; readonly effect: string }[] = [
  { act: "mention", label: "Mention you", effect: "thread notification" },
  { act: "reply", label: "Reply to you", effect: "thread notification" },
  { act: "invite", label: "Invite you", effect: "$invitation" },
  { act: "deploy", label: "Deploy a service", effect: "$deployment" },
];

const time = new Intl.DateTimeFormat(undefined, { timeStyle: "medium" });

/** What the colleague can do, and has done. */
export function ColleaguePanel({ colleague }: { readonly colleague: Colleague }) {
  const { person, deeds, failure, canReply, act } = colleague;
  const [name] = person.name.split(" ", 1);
  return (
    <section className="card colleague" aria-labelledby="colleague">
      <h2 id="colleague">Actions by {name}</h2>
      <div className="acts">
        {labels.map((one) => (
          <button
            key={one.act}
            type="button"
            className="act"
            disabled={one.act === "reply" && !canReply}
            onClick={() => void act(one.act)}
          >
            <span>{one.label}</span>
            <code>{one.effect}</code>
          </button>
        ))}
      </div>
      {failure !== undefined && (
        <p className="failure" role="alert">
          {failure}
        </p>
      )}
      {deeds.length > 0 && (
        <ol className="deeds" aria-label={`Actions by ${name}`}>
          {deeds.map(({ at, text }) => (
            <li key={Number(at)}>
              <span>
                {name} {text}.
              </span>
              <time dateTime={at.toISOString()}>{time.format(at)}</time>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
