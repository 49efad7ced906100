import type { ReactNode } from "react";

/** About the last action (role=status), or permanent. */
export function Notice({ type = "info", children }: { type?: "success" | "error" | "info"; children: ReactNode }) {
  const look = {
    success: "border-green bg-green-soft",
    error: "border-danger bg-danger-soft",
    info: "border-ink bg-sunk",
  }[type];
  return (
    <div role="status" className={`rounded-md border-l-4 px-4 py-3 ${look}`}>
      {children}
    </div>
  );
}
