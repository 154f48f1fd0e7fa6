import { createClient } from "@weft/client";
import { getYjsProviderForRoom } from "@weft/yjs";

const client = createClient({ baseUrl: "https://weft.example.com", publicApiKey: "pk_…" });
const { room } = client.enterRoom("meeting-notes");

const provider = getYjsProviderForRoom(room);
const text = provider.getYDoc().getText("body");

text.observe(() => console.log(text.toJSON()));
text.insert(0, "Agenda: dates, budget, venue.");
