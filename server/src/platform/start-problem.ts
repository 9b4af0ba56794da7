/**
 * An expected failure while starting (a folder that cannot be written, a database of another
 * version …). `message` tells the person at the terminal what happened and what to do. The
 * program prints it and exits 2.
 */
export class StartProblem {
  readonly message: string;
  /** Whether it may pass by itself: the database cannot be reached at the moment. */
  readonly may_pass: boolean;

  constructor(message: string, { may_pass = false } = {}) {
    this.message = message;
    this.may_pass = may_pass;
  }
}
