/**
 * What a first version of copilots does: `/ai` asks a model for each question and hands on each piece of its stream; `/knowledge`
 * reads the pages of a sitemap, four at once, drops their tags, and puts each into a full-text index in a flushed commit.
 */
import { createServer } from "node:http";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { json } from "node:stream/consumers";
import { WebSocketServer } from "ws";

const database = new DatabaseSync(join(process.env["BENCH_DATA"]!, "reference.db"));
database.exec(`pragma journal_mode = wal; pragma synchronous = full;
  create virtual table passages using fts5(url, content, tokenize = 'porter unicode61')`);
const insert = database.prepare("insert into passages (url, content) values (?, ?)");
const sources = new Map<string, string>();
const pagesAtOnce = 4;

async function readSite(id: string, sitemap: string): Promise<void> {
  const map = await (await fetch(sitemap)).text();
  const urls = Array.from(map.matchAll(/<loc>(.*?)<\/loc>/g), ([, url]) => url!);
  const next = urls.values();
  await Promise.all(
    Array.from({ length: pagesAtOnce }, async () => {
      for (const url of next) {
        const html = await (await fetch(url)).text();
        insert.run(url, html.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " "));
      }
    }),
  );
  sources.set(id, "ready");
}

const server = createServer(async (request, response) => {
  const send = (body: object) => response.setHeader("content-type", "application/json").end(JSON.stringify(body));
  if (request.method !== "POST") return send({ status: sources.get(request.url!.slice(1)) ?? "none" });
  const id = `s${sources.size}`;
  sources.set(id, "ingesting");
  void readSite(id, ((await json(request)) as { readonly url: string }).url);
  return send({ id });
});

const sockets = new WebSocketServer({ server, perMessageDeflate: false });
sockets.on("connection", (socket, request) => {
  const provider = new URL(request.url!, "http://localhost").searchParams.get("provider")!;
  socket.on("message", async (data: Buffer) => {
    const { targetMessageId: id, sourceMessage } = JSON.parse(data.toString());
    const messages = [{ role: "user", content: sourceMessage.content[0].text as string }];
    const answer = await fetch(`${provider}/chat/completions`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ model: "bench", stream: true, messages }),
    });
    let rest = "";
    for await (const piece of answer.body!.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + piece).split("\n");
      rest = lines.pop()!;
      for (const line of lines) {
        if (!line.startsWith("data: {")) continue;
        const textDelta = JSON.parse(line.slice(6)).choices[0].delta.content as string | undefined;
        if (textDelta) socket.send(JSON.stringify({ event: "delta", id, delta: { type: "text-delta", textDelta } }));
      }
    }
  });
});
server.listen(Number(process.env["BENCH_PORT"]), "127.0.0.1");
