// @supabase/lite prints every failed statement with its parameters, including email addresses.

type DatabaseError = Error & { code?: string; constraint?: string; table?: string };

/**
 * Returns what may be printed about a value passed to `console.error`. A database error keeps its code and constraint. Its message is kept
 * only if PostgreSQL quotes identifiers and no values in it (class 42), or if one of our functions wrote it (PT4xx).
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

/** Makes the console print errors without the values of statements. */
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
