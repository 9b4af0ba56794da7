import { Anchor, Text } from '@mantine/core';
import { ApiProblem } from '../api/request.ts';
import { ProblemAlert } from '../layout/problem-alert.tsx';
import { identity as texts } from '../texts/identity.ts';
import { Outside } from './outside.tsx';

/** Shown when a mailed link does not work: what is wrong with it, and the way to another. */
export function LinkProblem(props: {
  title: string;
  /** Null: the link has no code, so there is nothing to ask the API. */
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

/** Whether trying again is of no use: the link itself works no more. */
export function isOver(error: unknown): boolean {
  return error instanceof ApiProblem && error.code === 'link_invalid';
}
