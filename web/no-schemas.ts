/**
 * Stands in for json-schema.ts of the contract when the pages are built (build.ts). The pages use
 * names, choices and columns of the contract, and leave it to the API to check values.
 */
export const Type = new Proxy({}, { get: () => () => ({}) });
