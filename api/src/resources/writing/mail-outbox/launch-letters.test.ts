import { describe, expect, test } from 'vitest';
import { writeLetter } from './letters.ts';

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
// In São Paulo it is still the 11th.
const news = { ebook_id: 'raizes', title: 'Raízes', buyer_name: 'Ana', at: '2027-01-12T02:00:00+00:00' };

const aMail = (kind: string, payload: object, locale: 'pt-BR' | 'en' = 'pt-BR', files: { title: string; url: string }[] = []) =>
  writeLetter({ key: `${kind}:1`, kind, recipient: 'ana@example.test', locale, payload: { ...news, ...payload }, files }, site);

describe('a launch', () => {
  test('leads an account to the library, a guest to the order, and who has no account any more to the file', () => {
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
    ['en', 'whoever has the link can read it now', 'Open my order', 'because you gave this eBook as a gift', /library|you have this/],
  ] as const)('of a book that was only given away tells that its readers can read it, in %s', (locale, words, action, why, notTheirs) => {
    const given = aMail('book_launched', { id: ID, link_generation: null, only_gifts: true }, locale);
    expect(given.text).toContain(words);
    expect(given.text).toContain(`${action}:\nhttps://example.test/user-dashboard/orders/${ID}`);
    expect(given.text).toContain(why);
    expect(`${given.subject} ${given.text}`).not.toMatch(notTheirs);
    const byGuest = aMail('book_launched', { id: ID, link_generation: 1, only_gifts: true }, locale).text;
    expect(byGuest).toContain(`${action}:\nhttps://example.test/order/${ID}#`);
    expect(aMail('book_postponed', { id: ID, link_generation: null, only_gifts: true }, locale).text).toContain(why);
  });

  test('thanks a reader who was given the book for nothing that somebody else did', () => {
    const { text } = aMail('book_launched', {}, 'en');
    expect(text).toContain('The book is in your library');
    expect(text).not.toMatch(/order/i);
  });

  test('that is later says the day of the site’s zone, and offers the money back to who paid', () => {
    const paid = aMail('book_postponed', { id: ID, link_generation: null, may_refund: true });
    expect(paid.subject).toBe('“Raízes” tem nova data: 11 de jan. de 2027');
    expect(paid.text).toContain(`Quero meu dinheiro de volta:\nhttps://example.test/user-dashboard/orders/${ID}`);
    expect(aMail('book_postponed', {}).text).not.toContain('dinheiro');
  });

  test('without a file is told to the owner, with the way to the book', () => {
    expect(aMail('launch_without_file', { is_postponed: true }).text).toContain('https://example.test/dashboard/ebooks/raizes');
  });
});

test('an order of announced books says when they come, and not that they are ready', () => {
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
