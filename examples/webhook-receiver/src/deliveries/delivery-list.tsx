import { keyOf } from "../receiver/delivery.ts";
import { alteredCopyOf } from "./altered-copy.ts";
import type { Deliveries } from "./deliveries.ts";
import { DeliveryRow } from "./delivery-row.tsx";

/** The requests as they arrive, newest first. */
export function DeliveryList({ deliveries }: { readonly deliveries: Deliveries }) {
  const { list, isLive, url, send } = deliveries;
  const refused = list.filter(({ verdict }) => verdict.kind === "refused").length;
  return (
    <section className="deliveries" aria-labelledby="deliveries">
      <header className="deliveries-head">
        <h2 id="deliveries">Deliveries</h2>
        <p className="deliveries-count" role="status">
          {list.length === 0 ? "" : `${list.length - refused} verified, ${refused} refused`}
        </p>
        <p className="receiver" data-live={isLive || undefined}>
          <span className="connection-dot" aria-hidden="true" />
          {isLive ? (
            <>
              <span className="visually-hidden">Receiving at </span>
              <code>{url}</code>
            </>
          ) : (
            "Connecting to the receiver…"
          )}
        </p>
      </header>
      {list.length === 0 ? (
        <div className="deliveries-empty">
          <h3>No deliveries yet</h3>
          <p>
            Change something in the room. Weft signs an event for each change and sends it to the endpoint, usually
            within a second.
          </p>
        </div>
      ) : (
        <ol className="delivery-rows">
          {list.map((delivery) => (
            <DeliveryRow
              key={keyOf(delivery)}
              delivery={delivery}
              onSendAlteredCopy={() => send(alteredCopyOf(delivery))}
            />
          ))}
        </ol>
      )}
    </section>
  );
}
