import { euros } from "./orders.ts";
import type { Order } from "./orders.ts";

interface OrderListProps {
  readonly orders: readonly Order[];
  readonly selectedId: string | null;
  readonly onSelect: (id: string | null) => void;
}

/** The orders of the shop. The copilot knows which one is selected. */
export function OrderList({ orders, selectedId, onSelect }: OrderListProps) {
  return (
    <>
      <h2 className="orders-head">Orders</h2>
      <ul className="orders">
        {orders.map(({ id, product, customer, price, status }) => (
          <li key={id}>
            <button
              type="button"
              className="order"
              aria-pressed={id === selectedId}
              onClick={() => onSelect(id === selectedId ? null : id)}
            >
              <strong>{product}</strong>
              <span>{euros(price)}</span>
              <span>
                {id} · {customer}
              </span>
              <span className="order-status" data-status={status}>
                {status}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <p className="orders-hint">Select an order to ask the copilot about it.</p>
    </>
  );
}
