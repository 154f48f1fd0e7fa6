import { ConnectionBadge, ExampleFrame, OfflineNote, PersonSwitch, useConnection } from "@weft/example-shared";
import type { UserSession } from "@weft/example-shared";
import { useScriptedPerson } from "@weft/example-shared/comments";
import { Actions } from "./actions.tsx";
import { DeliveryList } from "./deliveries/delivery-list.tsx";
import { useAlteredSample } from "./deliveries/use-altered-sample.ts";
import { useDemoReceiver } from "./deliveries/use-demo-receiver.ts";
import { useOwnReceiver } from "./deliveries/use-own-receiver.ts";
import { RoomView } from "./room-view.tsx";
import { playVisit } from "./visit.ts";

/** Chosen when the page is built, so it does not change between two renders. */
const useReceiver = import.meta.env["VITE_OWN_RECEIVER"] === true ? useOwnReceiver : useDemoReceiver;

/** Causes on one side, effects on the other. */
export function WebhookPage({ session }: { readonly session: UserSession }) {
  const connection = useConnection();
  const deliveries = useReceiver(session.roomId);
  useAlteredSample(deliveries);
  useScriptedPerson(session, deliveries.isLive, playVisit);
  return (
    <ExampleFrame
      title="Webhook receiver"
      tools={
        <>
          <ConnectionBadge connection={connection} />
          <PersonSwitch cast={session.cast} />
        </>
      }
    >
      <OfflineNote connection={connection} />
      <div className="page">
        <Actions session={session} />
        <DeliveryList deliveries={deliveries} />
        <RoomView />
      </div>
    </ExampleFrame>
  );
}
