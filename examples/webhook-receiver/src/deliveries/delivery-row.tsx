import { readBody } from "../receiver/delivery.ts";
import type { Delivery } from "../receiver/delivery.ts";
import { linesOf } from "./altered-copy.ts";
import { VerdictBadge } from "./verdict-badge.tsx";

interface DeliveryRowProps {
  readonly delivery: Delivery;
  readonly onSendAlteredCopy: () => void;
}

const time = new Intl.DateTimeFormat(undefined, { timeStyle: "medium" });
/** The headers that the signature is about, first; then all others. */
const signed = ["webhook-id", "webhook-timestamp", "webhook-signature"];

/** One request: what was decided about it, and on what grounds. */
export function DeliveryRow({ delivery, onSendAlteredCopy }: DeliveryRowProps) {
  const { headers, body, receivedAt, verdict } = delivery;
  const names = [...signed, ...Object.keys(headers).filter((name) => !signed.includes(name))];
  return (
    <li className="delivery" data-verdict={verdict.kind} data-testid="delivery">
      <details>
        <summary>
          <VerdictBadge verdict={verdict} />
          <code className="delivery-type">{readBody(body).type}</code>
          <time dateTime={receivedAt}>{time.format(new Date(receivedAt))}</time>
        </summary>
        <div className="delivery-details">
          <p className="delivery-verdict">
            {verdict.kind === "verified"
              ? "The signature matches the payload. WebhookHandler returned the event."
              : `WebhookHandler refused the request: ${verdict.reason}`}
          </p>
          <h3>Payload</h3>
          <pre tabIndex={0} aria-label="Payload">
            {linesOf(body).map(({ text, isAltered }, line) => (
              // Lines have no name but their number.
              // oxlint-disable-next-line react/no-array-index-key
              <span key={line}>
                {isAltered ? <mark>{text}</mark> : text}
                {"\n"}
              </span>
            ))}
          </pre>
          <h3>Headers</h3>
          <dl>
            {names.map((name) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{headers[name] ?? "(missing)"}</dd>
              </div>
            ))}
          </dl>
          {verdict.kind === "verified" && (
            <button type="button" className="button" onClick={onSendAlteredCopy}>
              Send an altered copy
            </button>
          )}
        </div>
      </details>
    </li>
  );
}
