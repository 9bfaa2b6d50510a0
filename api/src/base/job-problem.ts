/** A failure with a reason that screens and letters have words for. */
export class JobProblem extends Error {
  readonly reason: string;

  constructor(reason: string, message: string) {
    super(message);
    this.reason = reason;
  }
}
