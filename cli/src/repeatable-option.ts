import { Option } from 'commander';

/**
 * An option that may be given several times. A repeated option of any other type is refused,
 * because only the last value would count.
 */
export class RepeatableOption extends Option {}
