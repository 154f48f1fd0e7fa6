import type { LanguageId } from "./languages.ts";

/** A few lines of each language to begin with. */
export const samples: Readonly<Record<LanguageId, string>> = {
  typescript: `interface Item {
  name: string;
  price: number;
  quantity: number;
}

/** The total of an order, with free shipping from 50. */
export function total(items: readonly Item[], shipping = 4.9): number {
  const sum = items.reduce((before, { price, quantity }) => before + price * quantity, 0);
  return sum >= 50 ? sum : sum + shipping;
}

// Open this file in a second window, and write in both.
console.log(total([{ name: "Notebook", price: 6.5, quantity: 3 }]));
`,
  html: `<!doctype html>
<html lang="en">
  <head>
    <title>Orders</title>
  </head>
  <body>
    <!-- Open this file in a second window, and write in both. -->
    <h1>Your order</h1>
    <p>Three notebooks, <em>shipped on Monday.</em></p>
  </body>
</html>
`,
  css: `/* Open this file in a second window, and write in both. */
.orders {
  display: grid;
  grid-template-columns: repeat(3, 1fr);
  gap: 1rem;
  color: #1d3a8a;
}

.orders > :nth-child(2n) {
  opacity: 0.8;
}
`,
  python: `def total(prices: list[float], shipping: float = 4.9) -> float:
    """The total of an order, with free shipping from 50."""
    subtotal = sum(prices)
    return subtotal if subtotal >= 50 else subtotal + shipping


# Open this file in a second window, and write in both.
print(total([6.5, 6.5, 12.0]))
`,
  markdown: `# Release checklist

Everyone edits this file **at the same time**.

- Open this file in a second window
- Write in both

> Releases go out on *Thursday*.
`,
  json: `{
  "order": 1042,
  "items": ["notebook", "pencil", "eraser"],
  "total": 24.4,
  "paid": true
}
`,
};
