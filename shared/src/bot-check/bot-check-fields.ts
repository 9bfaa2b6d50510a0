import { FASTEST_PERSON_MS } from '../contracts/form-rules.ts';

/**
 * Returns the fields with which the API tells people from bots. Waits if the visitor was faster than any person, for example with an
 * autofilled form: the API would drop the message silently.
 */
export async function botCheckFields(fields: FormData): Promise<{ website: string; openForMs: number }> {
  const website = String(fields.get('website') ?? '');
  // On the server, for browsers without scripts: the time that the form was open is unknown, so only the hidden field decides.
  if (typeof document === 'undefined') return { website, openForMs: FASTEST_PERSON_MS };
  // Browsers ignore the fraction of a delay.
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, Math.ceil(FASTEST_PERSON_MS - performance.now()))));
  // Uses the page's age, because the server renders the form long before the page's scripts run.
  return { website, openForMs: Math.round(performance.now()) };
}
