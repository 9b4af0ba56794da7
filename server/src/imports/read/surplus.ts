/**
 * So many cells behind the last column are kept, to show them. More are no row, and would hold the
 * service that reads them.
 */
export const SURPLUS_MAX = 200;
