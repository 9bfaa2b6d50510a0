// @supabase/lite prints every failed statement with its parameters, e-mail addresses among them.

type DatabaseError = Error & { code?: string; constraint?: string; table?: string };

/**
 * What may be printed about a value that reached `console.error`. A database error keeps its code and constraint; its
 * message only where PostgreSQL quotes identifiers and not values (class 42) or where a function of ours wrote it (PT4xx).
 */
function describeForLog(value: unknown): string | undefined {
  if (!(value instanceof Error)) return undefined;
  const error = value as DatabaseError;
  const cause = error.cause instanceof Error ? describeForLog(error.cause) : undefined;
  if (typeof error.code === 'string') {
    const quotable = /^(42|PT|PGRST)/.test(error.code) ? `: ${error.message}` : '';
    return `database error ${[error.code, error.table, error.constraint].filter(Boolean).join(' ')}${quotable}`;
  }
  const place = error.stack
    ?.split('\n')
    .find((line) => line.trimStart().startsWith('at '))
    ?.trim();
  return [error.name, place, cause].filter(Boolean).join(' ');
}

/** From now on the console says what went wrong and never with which values. */
export function silenceStatements(): void {
  const print = (...values: unknown[]) => {
    const lines = values.map(describeForLog).filter((line) => line !== undefined);
    if (lines.length > 0) process.stderr.write(`${lines.join(' ')}\n`);
  };
  console.error = print;
  console.warn = print;
  console.log = () => {};
  console.info = () => {};
}
