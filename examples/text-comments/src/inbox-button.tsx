import type { Ref } from "react";

interface InboxButtonProps {
  readonly ref: Ref<HTMLButtonElement>;
  readonly unread: number;
  readonly open: boolean;
  readonly onClick: () => void;
}

/** A bell, and how many notifications are unread. */
export function InboxButton({ ref, unread, open, onClick }: InboxButtonProps) {
  const label = unread === 0 ? "Inbox" : `Inbox, ${unread} unread`;
  return (
    <button
      ref={ref}
      type="button"
      className="icon-button inbox-button"
      aria-label={label}
      title={label}
      aria-expanded={open}
      onClick={onClick}
    >
      <svg width="20" height="20" viewBox="0 0 20 20" fill="none" stroke="currentColor" strokeWidth="1.6" aria-hidden>
        <path
          strokeLinecap="round"
          strokeLinejoin="round"
          d="M10 2.800a4.800 4.800 0 0 0-4.800 4.800c0 4.200-1.600 5.400-1.600 6.400h12.800c0-1-1.600-2.200-1.600-6.400A4.800 4.800 0 0 0 10 2.800ZM8.300 16.800a1.900 1.900 0 0 0 3.400 0"
        />
      </svg>
      {unread > 0 && (
        <span className="inbox-count" aria-hidden="true">
          {unread}
        </span>
      )}
    </button>
  );
}
