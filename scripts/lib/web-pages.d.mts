export type WebPagesState = 'current' | 'older' | 'missing';
export function ensureWebPages(): Promise<void>;
export function stateOfWebPages(): WebPagesState;
