import { Option } from 'commander';

/**
 * An option that may be given several times. Any other option with a value is refused when
 * repeated: only the last would count.
 */
export class RepeatableOption extends Option {}
