/**
 * An expected failure while starting (a folder that cannot be written, a database of another version …).
 * `message` is a sentence for the person at the terminal: what happened and what to do. The program prints it and exits 2.
 */
export class StartProblem {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}
