/** Says why a cell was left out or a row refused. English has the sentences of the API itself. */
export const sayLoss = (detail: string): string => detail;
