import { createClient } from "@weft/client";
import { getYjsProviderForRoom } from "@weft/yjs";

const client = createClient({ baseUrl: "https://weft.example.com", publicApiKey: "pk_…" });
const { room } = client.enterRoom("chapter-1");

const provider = getYjsProviderForRoom(room);
const text = provider.getYDoc().getText("body");

text.observe(() => console.log(text.toJSON()));
text.insert(0, "It was a dark and stormy night.");
