import { describe, expect, test } from 'vitest';
import { writeEmail } from './emails.ts';

const site = {
  SITE_NAME: 'Raiz & Palavra',
  SITE_URL: 'https://example.test',
  AUTHOR_NAME: 'Marina Alvorada',
  CONTACT_EMAIL: 'ola@example.test',
  LINKS_SECRET: 'l'.repeat(32),
  SITE_TIME_ZONE: 'America/Sao_Paulo',
  accent: '#1f4f8b',
  form: 'neutral' as const,
};
const ID = '55644ce2-5cab-4671-bc91-39e334427e56';
// In São Paulo this moment is still on the 11th.
const news = { ebook_id: 'raizes', title: 'Raízes', buyer_name: 'Ana', at: '2027-01-12T02:00:00+00:00' };

const aMail = (kind: string, payload: object, locale: 'pt-BR' | 'en' = 'pt-BR', files: { title: string; url: string }[] = []) =>
  writeEmail({ key: `${kind}:1`, kind, recipient: 'ana@example.test', locale, payload: { ...news, ...payload }, files }, site);

describe('the emails about a launch', () => {
  test('a launch email links an account to the library, a guest to the order, and a deleted account to the file', () => {
    expect(aMail('book_launched', { id: ID, link_generation: null }).text).toContain('https://example.test/user-dashboard?tab=ebooks');
    expect(aMail('book_launched', { id: ID, link_generation: 1 }).text).toContain(`https://example.test/order/${ID}#`);
    const url = 'https://files.example.test/raizes.pdf';
    const gone = { account_deleted: true, items: [{ title: 'Raízes', filename: 'raizes.pdf' }] };
    const byFile = aMail('book_launched', gone, 'en', [{ title: 'Raízes', url }]).text;
    expect(byFile).toContain(`Download Raízes:\n${url}`);
    // A guest never had an account.
    expect(byFile).not.toMatch(/account/);
  });

  test.each([
    ['pt-BR', 'quem recebeu o link já pode ler', 'Abrir meu pedido', 'porque deu este eBook de presente', /biblioteca|porque tem este/],
    [
      'en',
      'everyone you sent a link to can read it now',
      'Open my order',
      'because you gave this eBook as a gift',
      /library|you have this/,
    ],
  ] as const)(
    'a launch email to a giver says in %s that the readers of the gift can read the book',
    (locale, words, action, why, notTheirs) => {
      const given = aMail('book_launched', { id: ID, link_generation: null, only_gifts: true }, locale);
      expect(given.text).toContain(words);
      expect(given.text).toContain(`${action}:\nhttps://example.test/user-dashboard/orders/${ID}`);
      expect(given.text).toContain(why);
      expect(`${given.subject} ${given.text}`).not.toMatch(notTheirs);
      const byGuest = aMail('book_launched', { id: ID, link_generation: 1, only_gifts: true }, locale).text;
      expect(byGuest).toContain(`${action}:\nhttps://example.test/order/${ID}#`);
      expect(aMail('book_postponed', { id: ID, link_generation: null, only_gifts: true }, locale).text).toContain(why);
    },
  );

  test("a launch email does not thank a gift's reader for the purchase", () => {
    const { text } = aMail('book_launched', {}, 'en');
    expect(text).toContain('The book is in your library');
    expect(text).not.toMatch(/order/i);
  });

  test('a launch email about a postponement has the day in the site’s time zone, and offers buyers a refund', () => {
    const paid = aMail('book_postponed', { id: ID, link_generation: null, may_refund: true });
    expect(paid.subject).toBe('“Raízes” tem nova data: 11 de jan. de 2027');
    expect(paid.text).toContain(`Quero meu dinheiro de volta:\nhttps://example.test/user-dashboard/orders/${ID}`);
    expect(aMail('book_postponed', {}).text).not.toContain('dinheiro');
  });

  test('a launch without a file is reported to the owner, with a link to the book', () => {
    expect(aMail('launch_without_file', { is_postponed: true }).text).toContain('https://example.test/dashboard/ebooks/raizes');
  });
});

test('an email about an order of announced books has their launch day, and does not call them ready', () => {
  const item = { title: 'Raízes', quantity: 1, copies: [{ paid_minor: 2_990 }], launch: { at: news.at } };
  const order = { id: ID, number: 7, currency: 'BRL', total_minor: 2_990, refunded_minor: 0, link_generation: 1, items: [item] };
  const { subject, text } = aMail('purchase_paid', order);
  expect(subject).toBe('Pedido nº 7: sua pré-venda está confirmada');
  expect(text).toContain('“Raízes” está em pré-venda e sai em 11 de jan. de 2027.');
  expect(text).not.toContain('prontos');
  const withAccount = aMail('purchase_paid', { ...order, link_generation: null }).text;
  expect(withAccount).toContain('Quando sair, estará na sua biblioteca');
  expect(withAccount).not.toContain('baixar de novo');
});
