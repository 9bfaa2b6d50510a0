/** A failure whose reason has a sentence on screens and in emails. */
export class JobProblem extends Error {
  readonly reason: string;

  constructor(reason: string, message: string) {
    super(message);
    this.reason = reason;
  }
}
