/** The colour of the dot of a state or a tag, for the style sheet (`tokens.css`). */
export function dotOf(colour: string | null | undefined): Record<string, string> {
  return { '--dot': `var(--rapport-dot-${colour ?? 'gray'})` };
}
