import { renderInSite } from '@site/shared/testing/render-in-site.tsx';
import { unseenConsent } from '@site/shared/testing/unseen-consent.ts';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { SampleForm } from './sample-form.tsx';

const sample = { path: '/samples/raizes.pdf', pages: 5, bytes: 90_000 };

it.each(['pt-BR', 'en'] as const)(
  'the sample form states next to its checkbox what the newsletter consent covers, in %s',
  async (locale) => {
    await renderInSite({
      routes: [{ path: '/', element: <SampleForm id="raizes" sample={sample} /> }],
      at: '/',
      preferences: { locale },
    });
    const box = await screen.findByRole('checkbox');
    expect(unseenConsent(box.closest('label') ?? box, locale)).toEqual([]);
  },
);

describe('a sample form after it was sent', () => {
  const open = (answer: string, given: typeof sample | null = sample) =>
    renderInSite({ routes: [{ path: '/', element: <SampleForm id="raizes" sample={given ?? undefined} /> }], at: `/${answer}` });
  const email = () => screen.getByLabelText<HTMLInputElement>('Seu e-mail');
  const newsletter = () => screen.getByRole<HTMLInputElement>('checkbox');

  /** Submits the form. Its answer is another page. */
  async function send(withNewsletter: boolean) {
    const user = userEvent.setup();
    await open('');
    await user.type(email(), 'ana@leitores.test');
    if (withNewsletter) await user.click(newsletter());
    // jsdom submits no form to another page.
    window.addEventListener('submit', (event) => event.preventDefault(), { once: true });
    await user.click(screen.getByRole('button', { name: 'Receber por e-mail' }));
    cleanup();
  }

  it.each([
    ['?amostra=later', true],
    ['?amostra=wrong', false],
  ])('a sample form that could not be sent keeps its input: %s', async (answer, withNewsletter) => {
    await send(withNewsletter);
    await open(answer);
    expect([email().value, newsletter().checked]).toEqual(['ana@leitores.test', withNewsletter]);
  });

  it('a sample form is empty after it was sent', async () => {
    await send(true);
    for (const answer of ['?amostra=sent', '?amostra=later']) {
      await open(answer);
      expect([email().value, newsletter().checked]).toEqual(['', false]);
      cleanup();
    }
  });

  it('the sample form says that the sample was removed meanwhile', async () => {
    await open('?amostra=gone', null);
    expect(screen.getByRole('status').textContent).toBe('Este livro não tem mais uma amostra, por isso nada foi enviado.');
    expect(screen.queryByLabelText('Seu e-mail')).toBeNull();
  });

  it('the sample form shows no message if nobody sent it', async () => {
    await open('', null);
    expect(screen.queryByRole('heading', { name: 'Receber a amostra por e-mail' })).toBeNull();
  });
});
