import { formatMoney } from '@site/shared/money/format-money.ts';
import { toMoney } from '@site/shared/money/money.ts';
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

const aMail = (change: { kind?: string; locale?: 'pt-BR' | 'en'; payload?: object } = {}) => ({
  key: 'purchase_paid:1',
  kind: change.kind ?? 'purchase_paid',
  recipient: 'ana@example.test',
  locale: change.locale ?? ('pt-BR' as const),
  payload: {
    id: '55644ce2-5cab-4671-bc91-39e334427e56',
    number: 1042,
    buyer_name: 'Ana',
    currency: 'BRL',
    total_minor: 8_970,
    refunded_minor: 0,
    items: [
      { title: 'Café com Fé', quantity: 2, copies: [{ paid_minor: 2_990 }, { paid_minor: 2_990 }] },
      { title: 'Raízes', quantity: 1, copies: [{ paid_minor: 2_990 }] },
    ],
    ...change.payload,
  },
});

describe('the email of a paid order', () => {
  const email = writeEmail(aMail(), site);

  test('the purchase email goes to the order’s address, in the buyer’s language', () => {
    expect(email.to).toBe('ana@example.test');
    expect(email.replyTo).toEqual({ name: 'Marina Alvorada', address: 'ola@example.test' });
    expect(email.subject).toBe('Pedido nº 1042: seus eBooks estão prontos');
    expect(email.text).toContain('Olá, Ana!');
    expect(writeEmail(aMail({ locale: 'en' }), site).subject).toBe('Order no. 1042: your eBooks are ready');
  });

  test('the purchase email lists each book with its amount, and the total, in its text and its HTML', () => {
    for (const text of ['2 × Café com Fé', formatMoney(toMoney(5_980, 'BRL'), 'pt-BR'), formatMoney(toMoney(8_970, 'BRL'), 'pt-BR')]) {
      expect(email.text).toContain(text);
      expect(email.html).toContain(text);
    }
  });

  test('the purchase email links to the library', () => {
    expect(email.text).toContain('https://example.test/user-dashboard?tab=ebooks');
    expect(email.html).toContain('href="https://example.test/user-dashboard?tab=ebooks"');
  });

  test("the purchase email has the site's name and colour", () => {
    expect(email.senderName).toBe('Raiz & Palavra');
    expect(email.html).toContain('bgcolor="#1f4f8b"');
  });
});

// In São Paulo it is 23:59 on the 25th.
const boleto = {
  with: 'boleto',
  by: '2026-11-26T02:59:00Z',
  code: '0'.repeat(47),
  url: 'https://pay.test/b',
  pdf_url: 'https://pay.test/pdf',
};
const pix = { with: 'pix', by: '2026-11-25T17:32:00Z', code: '000201', url: 'https://pay.test/b', pdf_url: null };
const past = { code: null, url: null, pdf_url: null };
const canceled_at = '2026-11-24T12:00:00Z';
const announced = { title: 'Em breve', quantity: 1, copies: [{ paid_minor: 2_990 }], launch: { at: '2027-01-12T02:00:00Z' } };

describe.each([
  ['an account', null],
  ['a secret link', 1],
])('emails to an erased buyer who had %s', (_, link_generation) => {
  const payload = { account_deleted: true, link_generation };

  test('emails to an erased buyer include the books of an order paid later, and no link to a library', () => {
    const files = [
      { title: 'Café com Fé', url: 'https://files.test/cafe.pdf?token=a' },
      { title: 'Raízes', url: 'https://files.test/raizes.pdf?token=b' },
    ];
    const email = writeEmail({ ...aMail({ payload }), files }, site);
    expect(email.text).toContain('Como os seus dados foram excluídos do site, os eBooks vêm com este e-mail.');
    expect(email.text).toContain('Baixar Raízes:\nhttps://files.test/raizes.pdf?token=b');
    for (const { url } of files) expect(email.html).toContain(`href="${url}"`);
    expect(email.text).not.toMatch(/user-dashboard|\/order\//);
    expect(writeEmail({ ...aMail({ payload, locale: 'en' }), files }, site).text).toContain('The links work for seven days');
  });

  test.each([
    ['purchase_paid', { items: [{ ...announced, copies: [{ paid_minor: 2_990, is_gift: true }] }, announced] }],
    ['purchase_waiting', {}],
    ['purchase_waiting', { to_pay: boleto }],
    ['purchase_failed', { to_pay: { ...boleto, ...past }, canceled_at }],
    ['purchase_refunded', {}],
  ])('emails of kind %s to an erased buyer neither link to nor mention a closed area', (kind, more) => {
    const { html, text } = writeEmail(aMail({ kind, payload: { ...payload, ...more } }), site);
    expect(html).not.toMatch(/user-dashboard|example[.]test\/order\//);
    expect(text).not.toMatch(/biblioteca|página do pedido|abra o pedido|o link/);
  });
});

test.each([
  ['purchase_waiting', 'aguardando o pagamento'],
  ['purchase_failed', 'o pagamento não foi concluído'],
  ['purchase_refunded', 'reembolso realizado'],
])('the email %s says what happened and links to the order', (kind, words) => {
  const email = writeEmail(aMail({ kind }), site);
  expect(email.subject).toContain(words);
  expect(email.text).toContain('https://example.test/user-dashboard/orders/55644ce2-5cab-4671-bc91-39e334427e56');
});

test.each([
  ['purchase_waiting', { to_pay: boleto }, 'pague o boleto até 25/11', 'Pague o boleto até 25/11 para receber os livros.'],
  ['purchase_failed', { to_pay: { ...boleto, ...past } }, 'o boleto venceu', 'venceu em 25/11'],
  ['purchase_failed', { to_pay: { ...boleto, ...past }, canceled_at }, 'boleto cancelado', 'Não pague o boleto'],
  [
    'purchase_waiting',
    { to_pay: boleto, is_reminder: true },
    'o boleto vence em 25/11',
    'Pague o boleto até 25/11 para receber os livros.',
  ],
  ['purchase_waiting', { to_pay: pix }, 'o Pix vence às 14:32', 'Pix copia e cola: 000201'],
  ['purchase_failed', { to_pay: { ...pix, ...past } }, 'o Pix venceu', 'venceu às 14:32'],
  ['purchase_failed', { to_pay: { ...pix, ...past }, canceled_at }, 'Pix cancelado', 'Não pague mais este Pix'],
])('the email %s about a boleto or Pix has its state, and asks for payment if it is due', (kind, payload, subject, words) => {
  const email = writeEmail(aMail({ kind, payload }), site);
  expect(email.subject).toContain(subject);
  expect(email.text).toContain(words);
  expect(email.text).not.toContain('pagar de novo');
  expect(email.text.includes('https://pay.test/b')).toBe(kind === 'purchase_waiting');
});

test('a refund email names the refunded amount', () => {
  const email = writeEmail(aMail({ kind: 'purchase_refunded', locale: 'en', payload: { currency: 'USD', refunded_minor: 150 } }), site);
  expect(email.text).toContain('Amount refunded: $1.50');
  expect(email.text).not.toContain('Refunded in total');
});

test('an email about a further refund names its amount and the total refunded', () => {
  const payload = { refunded_minor: 2_990, went_back_minor: 1_990, is_by_hand: true };
  const text = writeEmail(aMail({ kind: 'purchase_refunded', payload }), site).text.replaceAll('\u00a0', ' ');
  expect(text).toContain('Valor devolvido: R$ 19,90');
  expect(text).toContain('Devolvido ao todo: R$ 29,90');
});

test("a refund email has the date of the refund, the books that the buyer keeps, and the owner's words", () => {
  const payload = {
    refunded_minor: 1_000,
    went_back_minor: 1_000,
    went_back_at: '2026-11-29T12:00:00+00:00',
    reason: 'Desculpe a demora.',
    kept_titles: ['Café com Fé', 'Raízes'],
    ended_titles: ['Sal'],
  };
  const text = writeEmail(aMail({ kind: 'purchase_refunded', payload }), site).text.replaceAll('\u00a0', ' ');
  for (const words of [
    'Valor devolvido: R$ 10,00',
    'Devolvido em: 29 de nov. de 2026',
    'Os livros “Café com Fé” e “Raízes” continuam com você.',
    'O acesso a “Sal” terminou.',
    '> Desculpe a demora.',
  ])
    expect(text).toContain(words);
  const one = { ...payload, kept_titles: ['Raízes'], ended_titles: [] };
  const english = writeEmail(aMail({ kind: 'purchase_refunded', locale: 'en', payload: one }), site).text;
  expect(english).toContain('You keep the book “Raízes”.');
  expect(english).not.toContain('has ended');
});

test('a name or a title never becomes markup', () => {
  const payload = {
    buyer_name: '<img src=x>',
    items: [{ title: '"><script>alert(1)</script>', quantity: 1, copies: [{ paid_minor: 2_990 }] }],
  };
  const { html } = writeEmail(aMail({ payload }), site);
  expect(html).not.toMatch(/<script|<img/);
  expect(html).toContain('&lt;script&gt;');
});

test("the purchase email thanks in the site's words, and the English email never spells e-mail with a hyphen", () => {
  expect(writeEmail(aMail(), site).text).toContain('Agradecemos a sua compra!');
  for (const kind of ['purchase_paid', 'purchase_waiting', 'purchase_failed', 'purchase_refunded']) {
    expect(writeEmail(aMail({ kind, locale: 'en' }), site).text).not.toContain('e-mail');
  }
});

test("a free order's email does not thank for a payment", () => {
  for (const link_generation of [null, 1]) {
    const email = writeEmail(aMail({ payload: { total_minor: 0, link_generation } }), site);
    expect(email.text).toContain('Não havia nada a pagar.');
    expect(email.text).not.toMatch(/[Pp]agamento/);
  }
  expect(writeEmail(aMail({ locale: 'en', payload: { total_minor: 0 } }), site).text).not.toMatch(/[Pp]ayment/);
});

test.each([
  ['pt-BR', 'seus presentes estão prontos para enviar', 'Enviar os presentes:', /biblioteca|[Ss]eus eBooks|[Ll]er ou baixar/],
  ['en', 'your gifts are ready to send', 'Send the gifts:', /library|[Yy]our eBooks|[Rr]ead or/],
] as const)('the email of an order of gifts links to the gifts, in %s, and does not mention reading', (locale, ready, button, untrue) => {
  const items = [{ title: 'Raízes', quantity: 2, copies: [1, 2].map(() => ({ paid_minor: 2_990, is_gift: true })) }];
  for (const link_generation of [null, 1])
    for (const total_minor of [5_980, 0])
      for (const launch of [undefined, { at: '2026-12-20T12:00:00Z' }]) {
        const payload = { link_generation, total_minor, items: items.map((item) => (launch ? { ...item, launch } : item)) };
        const { subject, text } = writeEmail(aMail({ locale, payload }), site);
        expect(subject).toContain(ready);
        expect(text).toContain(button);
        expect(text).not.toMatch(untrue);
        expect(text.match(/^https:.*$/gm)).toEqual([
          expect.stringMatching(link_generation ? /[/]order[/]/ : /[/]user-dashboard[/]orders[/]/),
        ]);
      }
  const mixed = writeEmail(
    aMail({ payload: { items: [...items, { title: 'Rute', quantity: 1, copies: [{ paid_minor: 2_990 }] }] } }),
    site,
  );
  expect(mixed.text).toMatch(/Enviar os presentes.*Abrir minha biblioteca/s);
});

test('a bundle whose title says bundle is not called a bundle twice', () => {
  for (const [label, row] of [
    ['Coleção de Natal', 'Coleção de Natal, já descontado'],
    ['Coleções', 'Coleção Coleções, já descontado'],
    ['Natal', 'Coleção Natal, já descontado'],
  ])
    expect(writeEmail(aMail({ payload: { discounts: [{ kind: 'bundle', label, minor: 100 }] } }), site).text).toContain(row);
});

test("the email to the owner of a free order's address has its secret link, and until when it works", () => {
  const payload = { link_generation: 1, receive_by: '2026-12-02T15:00:00Z', items: [{ title: 'Raízes', quantity: 2 }] };
  const email = writeEmail(aMail({ kind: 'books_to_receive', payload }), site);
  expect(email.subject).toBe('Seu livro espera por você');
  for (const words of ['2 × Raízes', 'Receber meus livros', '2 de dez. de 2026', 'Se não foi você'])
    expect(email.text.replaceAll('\u00a0', ' ')).toContain(words);
  expect(email.text).toMatch(/https:[/][/]example.test[/]order[/]55644ce2-5cab-4671-bc91-39e334427e56#[\w-]{22}/);
  const english = writeEmail(aMail({ kind: 'books_to_receive', locale: 'en', payload }), site);
  expect(english.text).toContain('Receive my books');
  expect(english.text).not.toContain('e-mail');
});
