import { describe, expect, it } from 'vitest';
import { errorSentence } from './error-sentence.ts';

const tooMany = (retryAfterSeconds: number | null) => ({ code: 'too_many_requests', retryAfterSeconds }) as const;

describe('the sentence of an error', () => {
  it.each([
    [20, 'pt-BR', 'Foram muitas solicitações em pouco tempo. Tente de novo em 1 minuto.'],
    [61, 'en', 'Too many requests in a short time. Try again in 2 minutes.'],
    [7_000, 'pt-BR', 'Foram muitas solicitações em pouco tempo. Tente de novo em 2 horas.'],
  ] as const)('the sentence of an error says how long to wait: %i s', (seconds, locale, sentence) =>
    expect(errorSentence(tooMany(seconds), locale)).toBe(sentence),
  );

  it('the sentence of an error names no waiting time for other codes, or if the time is unknown', () => {
    expect(errorSentence(tooMany(null), 'en')).toMatch(/Wait a minute/);
    expect(errorSentence({ code: 'service_unavailable', retryAfterSeconds: 5 }, 'en')).toMatch(/^The service did not answer/);
  });
});
