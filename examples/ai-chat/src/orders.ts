export const orderStatuses = ["processing", "shipped", "delivered", "cancelled"] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** An order of the shop. */
export type Order = {
  id: string;
  product: string;
  customer: string;
  /** In euros. */
  price: number;
  placedOn: string;
  status: OrderStatus;
};

/** What a new shop begins with. */
export const sampleOrders: readonly Order[] = [
  {
    id: "W-1048",
    product: "Walnut desk",
    customer: "Mira Sato",
    price: 540,
    placedOn: "2026-11-23",
    status: "processing",
  },
  {
    id: "W-1047",
    product: "Desk lamp",
    customer: "Jonas Weber",
    price: 79,
    placedOn: "2026-11-22",
    status: "processing",
  },
  { id: "W-1046", product: "Oak shelf", customer: "Lena Costa", price: 210, placedOn: "2026-11-20", status: "shipped" },
  {
    id: "W-1045",
    product: "Task chair",
    customer: "Omar Haddad",
    price: 325,
    placedOn: "2026-11-18",
    status: "shipped",
  },
  {
    id: "W-1044",
    product: "Wool rug",
    customer: "Mira Sato",
    price: 180,
    placedOn: "2026-11-12",
    status: "delivered",
  },
];

/** The rules of the shop: the copilot receives them with each question. */
export const shopRules = {
  name: "Fern & Field, a shop for office furniture",
  cancelling: "Only orders with the status processing can be cancelled.",
  returns: "Delivered orders can be returned within 30 days.",
  delivery: "Orders arrive three to five days after they were placed.",
};

export function euros(price: number): string {
  return new Intl.NumberFormat("en", { style: "currency", currency: "EUR", maximumFractionDigits: 0 }).format(price);
}
