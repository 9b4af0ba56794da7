import { useMediaQuery } from '@mantine/hooks';

/**
 * Windows with room for only a title and a column or two. In wider ones all chosen columns are
 * shown and scroll sideways.
 */
const TIGHT = '(max-width: 29.99em)';

/** Windows without the menu beside the page. */
const PHONE = '(max-width: 47.99em)';

/** Windows in which the tools above a list would take four lines beside the menu. */
const NARROW = '(max-width: 61.99em)';

/** Measures the window before the first drawing, so that the page does not jump. */
const AT_ONCE = { getInitialValueInEffect: false };

export function useWindow() {
  return {
    isPhone: useMediaQuery(PHONE, undefined, AT_ONCE),
    isNarrow: useMediaQuery(NARROW, undefined, AT_ONCE),
    isTight: useMediaQuery(TIGHT, undefined, AT_ONCE),
  };
}
