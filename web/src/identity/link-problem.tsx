import { Anchor, Text } from '@mantine/core';
import { ApiProblem } from '../api/request.ts';
import { ProblemAlert } from '../layout/problem-alert.tsx';
import { identity as texts } from '../texts/identity.ts';
import { Outside } from './outside.tsx';

/** Shown for a mailed link that does not work: the reason, and how to get another. */
export function LinkProblem(props: {
  title: string;
  /** Null: the link has no code, so the API was not asked. */
  error: unknown;
  onRetry: () => void;
  hint?: string;
  next: { href: string; label: string };
}) {
  const { title, error, onRetry, hint, next } = props;
  if (error !== null && !isOver(error)) {
    return (
      <Outside title={title}>
        <ProblemAlert error={error} onRetry={onRetry} />
      </Outside>
    );
  }
  return (
    <Outside
      title={error === null ? texts.linkCutTitle : title}
      {...(error === null && { about: texts.linkCut })}
    >
      <ProblemAlert error={error} />
      {hint && <Text size="sm">{hint}</Text>}
      <Anchor href={next.href}>{next.label}</Anchor>
    </Outside>
  );
}

/** True when the link itself has ended, so another try is of no use. */
export function isOver(error: unknown): boolean {
  return error instanceof ApiProblem && error.code === 'link_invalid';
}
