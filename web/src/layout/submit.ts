import { type FormEvent, useRef } from 'react';

type Mutation = { mutate: (variables: undefined, options: { onSettled: () => void }) => void };

/**
 * Sends a form once, however often it is asked to before the answer is here. A button drawn as busy
 * comes too late for the second half of a double click.
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
