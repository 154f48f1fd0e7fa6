/** Pages of Vue and Svelte that `npm run test:packages` builds with the packed packages, with what people see on those of React. */

export const vuePage = {
  "main.js": `
import { createWeft } from "@weft/vue";
import { createApp } from "vue";
import App from "./app.vue";

const { baseUrl, publicApiKey } = Object.fromEntries(new URLSearchParams(location.search));
createApp(App).use(createWeft({ baseUrl, publicApiKey })).mount("#root");
`,
  "app.vue": `
<script setup lang="ts">
import { LiveList } from "@weft/client";
import { RoomProvider } from "@weft/vue";
import Board from "./board.vue";

const room = new URLSearchParams(location.search).get("room")!;
</script>

<template>
  <RoomProvider :id="room" :initial-presence="{ name: '' }" :initial-storage="() => ({ items: new LiveList([]) })">
    <Board />
  </RoomProvider>
</template>
`,
  "board.vue": `
<script setup lang="ts">
import { useMutation, useOthers, useStorage, useUpdateMyPresence } from "@weft/vue";

const names = useOthers((others) => others.map(({ presence }) => presence.name));
const items = useStorage((root) => root.items);
const updateMyPresence = useUpdateMyPresence();
const add = useMutation(({ storage, self }) => storage.get("items").push("from " + self.presence.name));
</script>

<template>
  <input aria-label="Name" @input="updateMyPresence({ name: $event.target.value })" />
  <button @click="add()">Add</button>
  <p>Here: {{ names.join(", ") }}</p>
  <ul aria-label="Items"><li v-for="(item, index) in items" :key="index">{{ item }}</li></ul>
  <p v-if="items !== null">Items: {{ items.length }}</p>
</template>
`,
};

export const sveltePage = {
  "main.js": `
import { mount } from "svelte";
import App from "./app.svelte";

mount(App, { target: document.getElementById("root") });
`,
  "app.svelte": `
<script lang="ts">
  import { LiveList } from "@weft/client";
  import { setClientContext, setRoomContext } from "@weft/svelte";
  import Board from "./board.svelte";

  const { baseUrl, publicApiKey, room } = Object.fromEntries(new URLSearchParams(location.search));
  setClientContext({ baseUrl, publicApiKey });
  setRoomContext(room, { initialPresence: { name: "" }, initialStorage: () => ({ items: new LiveList([]) }) });
</script>

<Board />
`,
  "board.svelte": `
<script lang="ts">
  import { mutation, others, storage, updateMyPresence } from "@weft/svelte";

  const names = others((all) => all.map(({ presence }) => presence.name));
  const items = storage((root) => root.items);
  const update = updateMyPresence();
  const add = mutation(({ storage, self }) => storage.get("items").push("from " + self.presence.name));
</script>

<input aria-label="Name" oninput={(event) => update({ name: event.currentTarget.value })} />
<button onclick={() => add()}>Add</button>
<p>Here: {$names.join(", ")}</p>
<ul aria-label="Items">{#each $items ?? [] as item}<li>{item}</li>{/each}</ul>
{#if $items !== null}<p>Items: {$items.length}</p>{/if}
`,
};
