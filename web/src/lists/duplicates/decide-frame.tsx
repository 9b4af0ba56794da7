import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Section } from '../../layout/section.tsx';
import { duplicates as texts } from '../../texts/merge.ts';
import type { DecideProps } from './pairs.ts';

type Props = DecideProps & {
  mayWrite: boolean;
  tellApart: () => Promise<void>;
  /** The buttons of those who may write, with the one that tells the records apart among them. */
  buttons: (different: ReactNode) => ReactNode;
  children: ReactNode;
};

/** The place of a pair among the others, what it shares, and its buttons. */
export function DecideFrame(props: Props) {
  const { pair, label, onNext, onPrevious, mayWrite, tellApart, buttons, children } = props;
  return (
    <Section title={label} about={texts.shares(pair.because.map((way) => texts.because[way]!))}>
      <Stack>
        {children}
        {!mayWrite && (
          <Alert variant="light" color="gray">
            {texts.readOnly}
          </Alert>
        )}
        <Group justify="space-between" gap="xs">
          <Group gap="xs">
            <Button variant="subtle" disabled={!onPrevious} onClick={() => onPrevious?.()}>
              {texts.previous}
            </Button>
            <Button variant="subtle" onClick={onNext}>
              {texts.next}
            </Button>
          </Group>
          {mayWrite &&
            buttons(
              <Button variant="default" onClick={() => void tellApart()}>
                {texts.different}
              </Button>,
            )}
        </Group>
        <Text size="xs" c="dimmed" className="only-heard" role="status">
          {label}
        </Text>
      </Stack>
    </Section>
  );
}
