/**
 * An expected failure of a start, such as a folder that cannot be written or a database of another
 * version. `message` tells the person at the terminal what happened and what to do. The program
 * prints it and exits with 2.
 */
export class StartProblem {
  readonly message: string;
  /** True when the problem may pass by itself: the database cannot be reached at the moment. */
  readonly may_pass: boolean;

  constructor(message: string, { may_pass = false } = {}) {
    this.message = message;
    this.may_pass = may_pass;
  }
}
