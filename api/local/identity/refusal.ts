/** An error response of Firebase. `message` begins with the code that the SDK knows. */
export class Refusal extends Error {
  readonly status: 400 | 401 | 403 | 404;
  constructor(message: string, status: Refusal['status'] = 400) {
    super(message);
    this.status = status;
  }
}

export const refusalBody = ({ status, message }: Pick<Refusal, 'status' | 'message'>) => ({
  error: { code: status, message, errors: [{ message, reason: status === 400 ? 'invalid' : 'forbidden', domain: 'global' }] },
});

/** Returns the value, or throws a `Refusal` when it is missing. */
export function need<Value>(value: Value | undefined | null | '' | false, message: string): Value {
  if (value === undefined || value === null || value === '' || value === false) throw new Refusal(message);
  return value;
}
