import { LiveObject, createClient } from "@weft/client";

type Trip = LiveObject<{ title: string; days: number }>;

const client = createClient({ baseUrl: "https://weft.example.com", publicApiKey: "pk_…" });
const { room } = client.enterRoom<{}, { trip: Trip }>("summer", {
  initialStorage: { trip: new LiveObject({ title: "Lofoten", days: 9 }) },
});

const { root } = await room.getStorage();
const trip = root.get("trip");
room.subscribe(trip, () => console.log(trip.toJSON()), { isDeep: true });

trip.set("days", 12);
room.history.undo(); // your own edits, never someone else's
