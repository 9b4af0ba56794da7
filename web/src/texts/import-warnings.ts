/** Says what is to be known of an import. English has the sentences of the API itself. */
export const sayWarning = (detail: string): string => detail;
