import { createSpotlight } from '@mantine/spotlight';

/** Whether the palette is open, known before its script is loaded, and what opens it. */
export const [PALETTE, palette] = createSpotlight();
