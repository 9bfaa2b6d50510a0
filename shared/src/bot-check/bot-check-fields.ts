import { FASTEST_PERSON_MS } from '../contracts/form-rules.ts';

/**
 * Returns the fields with which the API tells people from bots. Waits if the visitor was faster than any person, for example with an
 * autofilled form: the API would drop the message silently.
 */
export async function botCheckFields(fields: FormData): Promise<{ website: string; openForMs: number }> {
  const website = String(fields.get('website') ?? '');
  // On the server the form comes from a browser without scripts. How long it was open is unknown, so only the hidden field decides.
  if (typeof document === 'undefined') return { website, openForMs: FASTEST_PERSON_MS };
  // Browsers round the delay of a timer down to whole milliseconds.
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, Math.ceil(FASTEST_PERSON_MS - performance.now()))));
  // Uses the page's age, because the server renders the form long before the page's scripts run.
  return { website, openForMs: Math.round(performance.now()) };
}
