import { Option } from 'commander';

/** An option that may stand several times. Any other that takes a value is refused when it does: only the last would count. */
export class RepeatableOption extends Option {}
