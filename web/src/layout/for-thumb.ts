/** A link that stands alone is as high as a thumb on a phone, beyond its line of 20 px. */
export const forThumb = { display: 'inline-block', py: { base: 12, sm: 0 } } as const;
