export const TOKENS_PATH = '/api/v2/personal-access-tokens';
