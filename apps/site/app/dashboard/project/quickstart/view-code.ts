import type { RoomFeature, Framework } from "./choices.ts";

type ClientFramework = Exclude<Framework, "nextjs" | "react">;

/** The view of a framework that uses the client itself: its file and its code. */
export const views: Record<ClientFramework, Record<RoomFeature, { readonly file: string; readonly code: string }>> = {
  svelte: {
    presence: {
      file: "src/App.svelte",
      code: `<script lang="ts">
  import "./cursors.css";
  import { personOf } from "./people";
  import { room } from "./room";

  let others = $state.raw(room.getOthers());
  $effect(() => room.subscribe("others", (next) => (others = next)));
</script>

<svelte:window onpointermove={({ clientX: x, clientY: y }) => room.updatePresence({ cursor: { x, y } })} />

<p>Others in the room: {others.length}</p>
{#each others as { connectionId, presence: { cursor } } (connectionId)}
  {#if cursor}
    {@const { name, color } = personOf(connectionId)}
    <span class="cursor" style:left="{cursor.x}px" style:top="{cursor.y}px" style:color>{name}</span>
  {/if}
{/each}`,
    },
    storage: {
      file: "src/App.svelte",
      code: `<script lang="ts">
  import { room } from "./room";

  let notes = $state.raw<readonly string[]>([]);
  let text = $state("");
  const storage = room.getStorage();
  storage.then(({ root }) => {
    const list = root.get("notes");
    notes = [...list];
    room.subscribe(list, (next) => (notes = [...next]));
  });

  async function add(event: SubmitEvent) {
    event.preventDefault();
    (await storage).root.get("notes").push(text);
    text = "";
  }
</script>

<ul>
  {#each notes as note}<li>{note}</li>{/each}
</ul>
<form onsubmit={add}>
  <input bind:value={text} aria-label="New note" required />
  <button>Add</button>
</form>`,
    },
    text: {
      file: "src/App.svelte",
      code: `<script lang="ts">
  import { mountEditor } from "./editor";
  import { room } from "./room";

  let element: HTMLDivElement;
  $effect(() => mountEditor(room, element));
</script>

<div bind:this={element}></div>`,
    },
  },
  vue: {
    presence: {
      file: "src/App.vue",
      code: `<script setup lang="ts">
import { onUnmounted, shallowRef } from "vue";
import "./cursors.css";
import { personOf } from "./people";
import { room } from "./room";

const others = shallowRef(room.getOthers());
onUnmounted(room.subscribe("others", (next) => (others.value = next)));

function move({ clientX: x, clientY: y }: PointerEvent) {
  room.updatePresence({ cursor: { x, y } });
}

function styleOf(connectionId: number, { x, y }: { x: number; y: number }) {
  return { left: \`\${x}px\`, top: \`\${y}px\`, color: personOf(connectionId).color };
}
</script>

<template>
  <div style="position: fixed; inset: 0" @pointermove="move">
    <p>Others in the room: {{ others.length }}</p>
    <template v-for="{ connectionId, presence } in others" :key="connectionId">
      <span v-if="presence.cursor" class="cursor" :style="styleOf(connectionId, presence.cursor)">
        {{ personOf(connectionId).name }}
      </span>
    </template>
  </div>
</template>`,
    },
    storage: {
      file: "src/App.vue",
      code: `<script setup lang="ts">
import { ref, shallowRef } from "vue";
import { room } from "./room";

const notes = shallowRef<readonly string[]>([]);
const text = ref("");
const storage = room.getStorage();
storage.then(({ root }) => {
  const list = root.get("notes");
  notes.value = [...list];
  room.subscribe(list, (next) => (notes.value = [...next]));
});

async function add() {
  (await storage).root.get("notes").push(text.value);
  text.value = "";
}
</script>

<template>
  <ul>
    <li v-for="(note, index) in notes" :key="index">{{ note }}</li>
  </ul>
  <form @submit.prevent="add">
    <input v-model="text" aria-label="New note" required />
    <button>Add</button>
  </form>
</template>`,
    },
    text: {
      file: "src/App.vue",
      code: `<script setup lang="ts">
import { onMounted, onUnmounted, useTemplateRef } from "vue";
import { mountEditor } from "./editor";
import { room } from "./room";

const element = useTemplateRef<HTMLDivElement>("element");
let unmount: (() => void) | undefined;
onMounted(() => (unmount = mountEditor(room, element.value!)));
onUnmounted(() => unmount?.());
</script>

<template>
  <div ref="element"></div>
</template>`,
    },
  },
  solid: {
    presence: {
      file: "src/App.tsx",
      code: `import { createSignal, For, onCleanup, Show } from "solid-js";
import "./cursors.css";
import { personOf } from "./people";
import { room } from "./room";

export default function App() {
  const [others, setOthers] = createSignal(room.getOthers());
  onCleanup(room.subscribe("others", (next) => setOthers(next)));
  return (
    <div
      style={{ position: "fixed", inset: "0" }}
      onPointerMove={({ clientX: x, clientY: y }) => room.updatePresence({ cursor: { x, y } })}
    >
      <p>Others in the room: {others().length}</p>
      <For each={others()}>
        {({ connectionId, presence }) => (
          <Show when={presence.cursor}>
            {(cursor) => {
              const { name, color } = personOf(connectionId);
              return (
                <span class="cursor" style={{ left: \`\${cursor().x}px\`, top: \`\${cursor().y}px\`, color }}>
                  {name}
                </span>
              );
            }}
          </Show>
        )}
      </For>
    </div>
  );
}`,
    },
    storage: {
      file: "src/App.tsx",
      code: `import { createSignal, For } from "solid-js";
import { room } from "./room";

export default function App() {
  const [notes, setNotes] = createSignal<readonly string[]>([]);
  const storage = room.getStorage();
  storage.then(({ root }) => {
    const list = root.get("notes");
    setNotes([...list]);
    room.subscribe(list, (next) => setNotes([...next]));
  });

  async function add(event: SubmitEvent) {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const text = String(new FormData(form).get("text"));
    form.reset();
    (await storage).root.get("notes").push(text);
  }

  return (
    <form onSubmit={add}>
      <ul>
        <For each={notes()}>{(note) => <li>{note}</li>}</For>
      </ul>
      <input name="text" aria-label="New note" required />
      <button>Add</button>
    </form>
  );
}`,
    },
    text: {
      file: "src/App.tsx",
      code: `import { onCleanup, onMount } from "solid-js";
import { mountEditor } from "./editor";
import { room } from "./room";

export default function App() {
  let element!: HTMLDivElement;
  onMount(() => onCleanup(mountEditor(room, element)));
  return <div ref={element} />;
}`,
    },
  },
  javascript: {
    presence: {
      file: "src/main.ts",
      code: `import "./cursors.css";
import { personOf } from "./people";
import { room } from "./room";

const app = document.querySelector<HTMLDivElement>("#app")!;

window.addEventListener("pointermove", ({ clientX: x, clientY: y }) => {
  room.updatePresence({ cursor: { x, y } });
});

room.subscribe("others", (others) => {
  app.replaceChildren(\`Others in the room: \${others.length}\`);
  for (const { connectionId, presence } of others) {
    if (!presence.cursor) continue;
    const { name, color } = personOf(connectionId);
    const mark = document.createElement("span");
    mark.className = "cursor";
    mark.textContent = name;
    mark.style.cssText = \`left: \${presence.cursor.x}px; top: \${presence.cursor.y}px; color: \${color}\`;
    app.append(mark);
  }
});`,
    },
    storage: {
      file: "src/main.ts",
      code: `import { room } from "./room";

const app = document.querySelector<HTMLDivElement>("#app")!;
app.innerHTML = \`<ul></ul><form><input name="text" aria-label="New note" required /><button>Add</button></form>\`;
const list = app.querySelector("ul")!;
const form = app.querySelector("form")!;

const { root } = await room.getStorage();
const notes = root.get("notes");

function draw() {
  list.replaceChildren(
    ...notes.map((note) => {
      const item = document.createElement("li");
      item.textContent = note;
      return item;
    }),
  );
}
room.subscribe(notes, draw);
draw();

form.addEventListener("submit", (event) => {
  event.preventDefault();
  notes.push(String(new FormData(form).get("text")));
  form.reset();
});`,
    },
    text: {
      file: "src/main.ts",
      code: `import { mountEditor } from "./editor";
import { room } from "./room";

mountEditor(room, document.querySelector<HTMLDivElement>("#app")!);`,
    },
  },
};
