import type { ReactNode } from 'react';

/** A line of `<dl className="fields">` that nobody edits: its name, and what it is. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="fixed-value">{children}</dd>
    </div>
  );
}
