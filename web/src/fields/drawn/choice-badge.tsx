import { dotOf } from '../../layout/dot.ts';

/** The label of a choice, with a dot in the choice's colour. */
export function ChoiceBadge({ label, colour }: { label: string; colour: string | undefined }) {
  return (
    <span className="state" style={dotOf(colour)}>
      <span>{label}</span>
    </span>
  );
}
