import { FASTEST_PERSON_MS } from '../contracts/form-rules.ts';

/**
 * What the API wants to know of a form before it believes in a person. Waits for a visitor who was too fast to be believed, with a form
 * that the browser filled: the API would throw the message away and say nothing.
 */
export async function botCheckFields(fields: FormData): Promise<{ website: string; openForMs: number }> {
  const website = String(fields.get('website') ?? '');
  // On the server: a browser without scripts does not say how long it showed the form. The hidden field alone decides.
  if (typeof document === 'undefined') return { website, openForMs: FASTEST_PERSON_MS };
  // Browsers leave out the fraction of a delay.
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, Math.ceil(FASTEST_PERSON_MS - performance.now()))));
  // The page's age: the server draws the form with the page, long before its scripts run.
  return { website, openForMs: Math.round(performance.now()) };
}
