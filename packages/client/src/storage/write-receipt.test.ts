import { LiveText } from "../index.ts";
import { TestRoom } from "@weft/testkit/client-room";
import { expect, test } from "vitest";
import { EditsReceipt } from "./write-receipt.ts";

function connected() {
  const room = new TestRoom();
  const client = room.join();
  room.settle();
  const write = (run: () => void) => {
    const { value, edits } = client.storage.track(run);
    return new EditsReceipt(value, edits);
  };
  return { room, client, write };
}

test("[CS12] edits are local until they are sent, sent until they are acknowledged, and durable then", async () => {
  const { room, client, write } = connected();
  const receipt = write(() => client.root.set("n", 1));
  const told: string[] = [];
  receipt.status.subscribe((status) => told.push(status));
  expect(receipt.getStatus()).toBe("local");
  client.flush();
  receipt.refresh();
  expect(receipt.getStatus()).toBe("sent");
  const later = write(() => client.root.set("n", 2));
  room.settle();
  receipt.refresh();
  later.refresh();
  expect([told, later.getStatus()]).toEqual([["sent", "durable"], "durable"]);
  await receipt.durable();
});

test("[CS12] edits of a text are durable once what was typed is acknowledged, and edits that change nothing at once", () => {
  const { room, client, write } = connected();
  client.root.set("text", new LiveText(""));
  room.settle();
  const text = client.root.get("text") as LiveText;
  const receipt = write(() => text.insert(0, "a"));
  expect(receipt.getStatus()).toBe("local");
  client.flush();
  receipt.refresh();
  expect(receipt.getStatus()).toBe("sent");
  room.settle();
  receipt.refresh();
  expect(receipt.getStatus()).toBe("durable");
  expect(write(() => {}).getStatus()).toBe("durable");
});

test("[CS12] edits that the server refuses are said to be refused", async () => {
  const { client, write } = connected();
  const receipt = write(() => client.root.set("n", 1));
  client.flush();
  const [opId] = client.storage.sentOpIds;
  client.storage.refuse([opId!]);
  receipt.refresh();
  expect(receipt.getStatus()).toBe("refused");
  await expect(receipt.durable()).rejects.toThrow("refused");
});
