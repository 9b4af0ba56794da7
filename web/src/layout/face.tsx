import { faceOf, initialsOf } from './initials.ts';

type Props = {
  /** Gives the colour, which stays when the name changes. */
  id: string;
  name: string;
  /** People are round, companies have corners. */
  sort?: 'person' | 'company';
  isLarge?: boolean;
  /** What a screen reader says. Without it the face is decoration beside the name. */
  label?: string;
};

/** The initials of a person or a company, in a colour of their own. */
export function Face({ id, name, sort = 'person', isLarge = false, label }: Props) {
  const face = `var(--rapport-face-${faceOf(id)}`;
  const heard = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label };
  return (
    <span
      {...heard}
      title={label}
      className="face"
      data-sort={sort}
      data-large={isLarge || undefined}
      // Drawn by the style sheet, so that nobody finds or copies letters that are no text.
      data-initials={initialsOf(name, sort)}
      style={{ background: `${face})`, color: `${face}-ink)` }}
    />
  );
}
