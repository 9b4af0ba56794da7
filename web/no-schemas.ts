/**
 * Replaces json-schema.ts of the contract in the built pages (build.ts). The pages use names,
 * choices and columns of the contract, and leave the check of values to the API.
 */
export const Type = new Proxy({}, { get: () => () => ({}) });
