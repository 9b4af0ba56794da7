/** The signs of the operators that compare. */
export const COMPARISONS = { eq: '=', in: '=', lt: '<', lte: '<=', gt: '>', gte: '>=' };

/** The pattern of LIKE for texts that contain this one, or start with it. */
export function likePattern(operator: 'contains' | 'starts_with', text: string): string {
  return `${operator === 'contains' ? '%' : ''}${text.replace(/[\\%_]/g, '\\$&')}%`;
}
