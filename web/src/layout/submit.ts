import { type FormEvent, useRef } from 'react';

type Mutation = { mutate: (variables: undefined, options: { onSettled: () => void }) => void };

/**
 * What a form does when it is sent: once, however often that is asked for before the answer is here. A button that is drawn as busy comes
 * too late for the second half of a double click.
 */
export function useSubmit({ mutate }: Mutation): (event: FormEvent) => void {
  const isOnItsWay = useRef(false);
  return (event) => {
    event.preventDefault();
    if (isOnItsWay.current) return;
    isOnItsWay.current = true;
    mutate(undefined, {
      onSettled: () => {
        isOnItsWay.current = false;
      },
    });
  };
}
