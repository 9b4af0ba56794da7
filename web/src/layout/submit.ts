import { type FormEvent, useRef } from 'react';

type Mutation = { mutate: (variables: undefined, options: { onSettled: () => void }) => void };

/**
 * Returns a handler that sends a form only once until the answer comes. A button that looks busy
 * would come too late for the second half of a double click.
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
