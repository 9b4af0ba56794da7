import type { ReactNode } from 'react';

/** A line of the palette. */
export type Action = {
  id: string;
  label: string;
  description?: string;
  leftSection?: ReactNode;
  /** Words that find it besides those that are shown. */
  words?: string;
  closeSpotlightOnTrigger?: boolean;
  onClick: () => void;
};
