import { FORMS_OF_ADDRESS, type FormOfAddress } from '@site/shared/contracts/content.ts';
import { describe, expect, test } from 'vitest';
import { readLink } from '../../../platform/signed-links.ts';
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

const aMail = (kind: string, payload: object, locale: 'pt-BR' | 'en' = 'pt-BR') =>
  writeEmail({ key: `${kind}:1`, kind, recipient: 'ana@example.test', locale, payload }, site);

test.each([
  ['pt-BR', 'Ler a amostra', '', 'Isto não é uma inscrição na newsletter'],
  ['en', 'Read the sample', '?lang=en', 'This does not subscribe you to the newsletter'],
] as const)('a sample email in %s has the link, the book’s page and the reason for the email', (locale, action, language, why) => {
  const payload = { ebook_id: 'raizes', title: 'Raízes', author: 'Marina', key: 'samples/raizes.0123456789ab.pdf', pages: 6 };
  const { subject, text, headers } = aMail('sample_sent', payload, locale);
  expect(subject).toContain('Raízes');
  for (const words of [
    action,
    'https://example.test/samples/raizes.0123456789ab.pdf',
    `https://example.test/shop/ebook/raizes${language}\n`,
    why,
  ])
    expect(text).toContain(words);
  expect(headers).toBeUndefined();
});

test('the email about the exported lists leads to the settings, also when the lists are too large for a file', () => {
  const email = (isTooLarge: boolean) =>
    writeEmail({ key: 'lists_ready:1', kind: 'lists_ready', recipient: 'ana@example.test', locale: 'en', payload: {}, isTooLarge }, site);
  expect(email(false).subject).toBe('The export of Raiz & Palavra is ready');
  expect(email(true).text).toContain('use “Export everything”');
  for (const { text } of [email(false), email(true)]) expect(text).toContain('https://example.test/dashboard?tab=settings&lang=en#export');
});

describe('the emails about a book', () => {
  const id = '55644ce2-5cab-4671-bc91-39e334427e56';
  const [asked, at] = ['2026-11-25T12:00:00Z', '2026-12-20T12:00:00Z'];
  const book = { ebook_id: 'raizes', title: 'Raízes' };
  const waiting = { ...book, interest_id: id, at, asked_at: asked };
  const library = 'https://example.test/user-dashboard?tab=ebooks';

  test.each([
    ['interest_confirm', 'pt-BR', waiting, 'Confirme: avisar quando “Raízes” sair', ['Alguém pediu para avisarmos', '20 de dez. de 2026']],
    [
      'interest_confirm',
      'en',
      waiting,
      'Confirm: tell me when “Raízes” is out',
      ['Someone asked us to write to this address', 'Dec 20, 2026'],
    ],
    ['book_out', 'pt-BR', book, '“Raízes” chegou', ['Este é o único aviso', 'https://example.test/shop/ebook/raizes']],
    ['book_out', 'en', book, '“Raízes” is out', ['the only email about it', 'https://example.test/shop/ebook/raizes?lang=en']],
    [
      'book_given',
      'pt-BR',
      { ...book, name: 'Ana' },
      'Marina Alvorada deu um livro a você: “Raízes”',
      ['Olá, Ana!', 'já está na sua', library],
    ],
    ['book_given', 'en', { ...book, name: '' }, 'Marina Alvorada gave you a book: “Raízes”', ['Hello,', 'is in your library', library]],
    ['book_given', 'pt-BR', { ...book, name: '', launch: { at } }, 'Marina Alvorada deu um livro', ['O livro sai em 20 de dez. de 2026']],
    ['book_given', 'en', { ...book, name: '', launch: { at } }, 'gave you a book', ['It will be out on Dec 20, 2026']],
    ['ebook_updated', 'pt-BR', { ...book, buyer_name: 'Ana' }, '“Raízes” tem uma nova versão', ['na sua biblioteca, sem custo', library]],
    ['ebook_updated', 'en', { ...book, buyer_name: 'Ana' }, '“Raízes” has a new version', ['in your library, free of charge', library]],
    ['ebook_updated', 'pt-BR', { ...book, buyer_name: '', id, link_generation: 1 }, 'nova versão', ['no seu pedido', `/order/${id}#`]],
    ['ebook_updated', 'en', { ...book, buyer_name: '', id, link_generation: 1 }, 'new version', ['in your order', `/order/${id}#`]],
  ] as const)('the email %s says in %s what happened, and what to do', (kind, locale, payload, title, all) => {
    const { subject, text } = aMail(kind, payload, locale);
    expect(subject).toContain(title);
    for (const words of all) expect(text.replaceAll('\u00a0', ' ')).toContain(words);
    if (kind === 'ebook_updated' && 'link_generation' in payload) expect(text).not.toMatch(/biblioteca|library/);
    if (locale === 'en') expect(text).not.toContain('e-mail');
  });

  test('the email interest_confirm has two links: one confirms within a week, and one never expires', () => {
    const { text } = aMail('interest_confirm', waiting);
    const linkOf = (name: string, purpose: 'waitlist_confirm' | 'waitlist_leave') =>
      readLink(site.LINKS_SECRET, purpose, text.match(new RegExp(`[?&]${name}=([\\w.-]+)`))?.[1] ?? '');
    expect(linkOf('token', 'waitlist_confirm')).toMatchObject({ id, expiresAt: Date.parse(asked) + 7 * 86_400_000 });
    expect(linkOf('leave', 'waitlist_leave')).toMatchObject({ id, expiresAt: null });
  });
});

describe('the emails about a visitor’s message', () => {
  const message = {
    number: 1042,
    name: 'Ana <b>Leitora</b>',
    email: 'ana@leitores.test',
    subject: 'speaking_engagement',
    message: 'Olá!\n<script>alert(1)</script>\n\nAté "logo"',
    locale: 'en',
  };

  test('the email to the owner shows the sender and the message line by line, without markup', () => {
    const { subject, text, html, replyTo } = aMail('contact_received', message);
    expect(subject).toBe('Contato nº 1042 (Convite para palestra): Ana <b>Leitora</b>');
    expect(replyTo).toEqual({ name: message.name, address: message.email });
    expect(text).toContain('> Olá!\n> <script>alert(1)</script>\n> \n> Até "logo"');
    expect(text).toContain('Idioma: Inglês');
    expect(html).toContain('Olá!<br>&lt;script&gt;alert(1)&lt;/script&gt;<br><br>Até &quot;logo&quot;');
    expect(html).not.toMatch(/<script|<b>/);
  });

  test.each([
    ['pt-BR', 'Recebemos sua mensagem (protocolo 1042)', 'Sua mensagem foi recebida. Eu retornarei o mais breve possível.'],
    ['en', 'We received your message (reference 1042)', 'Your message has been received.'],
  ] as const)('the acknowledgement thanks the visitor in %s without any of the message’s words', (locale, subject, words) => {
    const email = aMail('contact_acknowledged', message, locale);
    expect(email.subject).toBe(subject);
    expect(email.text).toContain(words);
    expect(`${email.subject}${email.text}${email.html}`).not.toMatch(/Leitora|Até|script/);
    expect(email.replyTo).toEqual({ name: 'Marina Alvorada', address: 'ola@example.test' });
  });

  test("the acknowledgement thanks in the author's form of address", () => {
    const headingOf = (form: FormOfAddress) =>
      writeEmail(
        { key: 'contact_acknowledged:1', kind: 'contact_acknowledged', recipient: 'ana@example.test', locale: 'pt-BR', payload: message },
        { ...site, form },
      ).text.split('\n')[0];
    expect(FORMS_OF_ADDRESS.map(headingOf)).toEqual([
      'Agradecemos o contato!',
      'Obrigada por entrar em contato!',
      'Obrigado por entrar em contato!',
      'Obrigado por entrar em contato!',
    ]);
  });

  test('a message about an unlisted subject makes no email', () => {
    expect(() => aMail('contact_received', { ...message, subject: 'prizes' })).toThrow();
  });
});

describe('the alert about an incident', () => {
  const alert = (changes: object) => ({
    kind: 'undelivered_order',
    event: 'began',
    count: 2,
    began_at: '2026-03-01T12:00:00+00:00',
    items: [{ subject: '7d444840-9dc0-4d1b-8f6e-3f2a1c9e5b10', label: '1007', detail: 'not_mailed' }],
    ...changes,
  });

  test('an alert names the order, the reason and its start, and links to the order', () => {
    const { subject, text } = aMail('owner_alert', alert({}));
    expect(subject).toBe('Há pedido pago sem entrega');
    expect(text).toContain('Desde: 1 de mar. de 2026, 09:00');
    expect(text).toContain('Pedido nº 1007: O e-mail da compra não chegou');
    expect(text).toContain('Outros: 1');
    expect(text).toContain('https://example.test/dashboard/orders/7d444840-9dc0-4d1b-8f6e-3f2a1c9e5b10');
    expect(text).toContain('uma vez por dia');
  });

  test('an alert says that an incident lasts, or that it is over with nothing left to do', () => {
    const mail = { kind: 'stuck_mail', count: 1, items: [{ subject: '', label: '', detail: '421 try later' }] };
    expect(aMail('owner_alert', alert({ ...mail, event: 'lasts' }), 'en').subject).toBe(
      'Still a problem: The site’s emails are not going out',
    );
    const lasts = aMail('owner_alert', alert({ ...mail, event: 'lasts' })).text;
    expect(lasts).toContain('Motivo: 421 try later');
    expect(lasts).toContain('resolva com o provedor de e-mail');
    const over = aMail('owner_alert', alert({ ...mail, event: 'over', items: [{ subject: '', label: '', detail: null }] }));
    expect(over.subject).toBe('Resolvido: Os e-mails do site não estão saindo');
    expect(over.text).not.toContain('/dashboard');
  });

  test.each([
    ['pt-BR', ['ninguém consegue comprar', 'recebe o livro pelo aviso do Stripe ou mais tarde', 'Motivo: Expired API Key']],
    ['en', ['nobody can buy', 'get the book when Stripe notifies the site, or later', 'Reason: Expired API Key']],
  ] as const)('an alert says in %s what unchecked payments mean, with each cause, and what to do', (locale, words) => {
    const items = [{ subject: '', label: '', detail: 'Expired API Key provided: rk_live_***' }];
    const { text } = aMail('owner_alert', alert({ kind: 'payments_unread', count: 1, items }), locale);
    for (const said of [...words, 'STRIPE_SECRET_KEY', 'npm run doctor -- --only payments']) expect(text).toContain(said);
  });

  test.each([
    ['campaign_late', 'changed', 'A newsletter issue was not sent on time', 'Ficar: The post was changed after the test'],
    ['campaign_stopped', '550 spam', 'A newsletter issue stopped', 'Ficar: 550 spam'],
    ['campaign_unknown', '11', 'Some readers may not have received a newsletter issue', 'Ficar: 11 readers may not have received it'],
  ])('an alert names the issue (%s) and the reason, links to it, and is not repeated', (kind, detail, about, why) => {
    const items = [{ subject: '7d444840-9dc0-4d1b-8f6e-3f2a1c9e5b10', label: 'Ficar', detail }];
    const { subject, text } = aMail('owner_alert', alert({ kind, count: 1, items }), 'en');
    expect(subject).toBe(about);
    expect(text).toContain(why);
    expect(text).toContain('https://example.test/dashboard/campaigns/7d444840-9dc0-4d1b-8f6e-3f2a1c9e5b10');
    expect(text).not.toContain('once a day');
  });
});

describe('the notices to the team', () => {
  const sale = { id: '7d444840-9dc0-4d1b-8f6e-3f2a1c9e5b10', number: 1042, currency: 'BRL', total_minor: 3_490, titles: ['Raízes'] };

  test.each([
    ['pt-BR', 'na página Suporte do painel', 'Escolher meus avisos'],
    ['en', 'on the Support page of the dashboard', 'Choose my notices'],
  ] as const)('a notice says in %s where to choose notices: on a page that every role has', (locale, words, label) => {
    const { text } = aMail('sale_made', sale, locale);
    expect(text).toContain(words);
    expect(text).toContain(`${label}: https://example.test/dashboard/support`);
  });

  test.each([
    ['pt-BR', 'Pedido grátis: nº 1042', 'Total: Grátis', 'R$'],
    ['en', 'Free order: no. 1042', 'Total: Free', 'R$'],
  ] as const)('a notice calls an order without a price free, in %s', (locale, subject, total, sign) => {
    const email = aMail('sale_made', { ...sale, total_minor: 0 }, locale);
    expect(email.subject).toBe(subject);
    expect(email.text).toContain(total);
    expect(email.text).not.toContain(sign);
  });
});

describe('an invitation to the team', () => {
  const invitation = {
    ...{ invitation_id: '7d444840-9dc0-4d1b-8f6e-3f2a1c9e5b10', generation: 3, role: 'editor' },
    ...{ invited_by: 'marina@example.test', asked_at: '2026-11-21T12:00:00+00:00' },
  };

  test.each([
    [
      'pt-BR',
      'Na edição, você cuida dos livros, dos episódios e dos textos do site, envia cartas aos leitores',
      'ana@example.test (ou crie uma)',
    ],
    ['en', 'As an editor you look after the site’s books, episodes and posts, send newsletter issues', 'ana@example.test (or create one)'],
  ] as const)('an invitation says in %s who invites, to which role, for which account, and links to a page', (locale, role, account) => {
    const { text } = aMail('team_invitation', invitation, locale);
    expect(text).toContain('marina@example.test');
    expect(text).toContain(role);
    expect(text).toContain(account);
    const token = new URL(/https:\/\/\S+\/join-team\S+/.exec(text)?.[0] ?? '').searchParams.get('token') ?? '';
    expect(readLink(site.LINKS_SECRET, 'team_invitation', token)).toEqual({
      purpose: 'team_invitation',
      id: invitation.invitation_id,
      generation: 3,
      expiresAt: Date.parse('2026-11-28T12:00:00Z'),
    });
  });
});

describe('the emails about a subscription', () => {
  const subscriber = { subscriber_id: '7d444840-9dc0-4d1b-8f6e-3f2a1c9e5b10', generation: 2, asked_at: '2026-11-21T12:00:00+00:00' };
  const tokenIn = (text: string, path: string) => new RegExp(`https://example[.]test${path}[?]token=([\\w.-]+)`).exec(text)?.[1] ?? '';

  test('a confirmation email links to the page that confirms this sign-up within seven days', () => {
    const { text, html } = aMail('newsletter_confirm', subscriber);
    const token = tokenIn(text, '/newsletter/confirm');
    expect(html).toContain(`href="https://example.test/newsletter/confirm?token=${token}"`);
    expect(readLink(site.LINKS_SECRET, 'newsletter_confirm', token)).toEqual({
      purpose: 'newsletter_confirm',
      id: subscriber.subscriber_id,
      generation: 2,
      expiresAt: Date.parse('2026-11-28T12:00:00Z'),
    });
    expect(text).toContain('7 dias');
  });

  test('a newsletter email that is made again is identical', () => {
    expect(aMail('newsletter_confirm', subscriber)).toEqual(aMail('newsletter_confirm', subscriber));
  });

  test('a newsletter email to an imported list says where the list is from', () => {
    const { text } = aMail('newsletter_moved', { ...subscriber, origin: 'Formulário do blog' });
    expect(text).toContain('De onde veio a sua inscrição: Formulário do blog');
    expect(readLink(site.LINKS_SECRET, 'newsletter_confirm', tokenIn(text, '/newsletter/confirm'))).not.toBeNull();
  });

  test.each(['newsletter_confirm', 'newsletter_already', 'newsletter_moved'])(
    'the email %s offers unsubscribing by a link and by the mailbox’s own button',
    (kind) => {
      const { text, html, headers } = aMail(kind, { ...subscriber, origin: 'Formulário do blog' });
      const token = tokenIn(text, '/newsletter/unsubscribe');
      expect(html).toContain(`href="https://example.test/newsletter/unsubscribe?token=${token}"`);
      expect(headers).toEqual({
        'List-Unsubscribe': `<https://example.test/api/newsletter/one-click?token=${token}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      });
      expect(readLink(site.LINKS_SECRET, 'newsletter_unsubscribe', token)).toMatchObject({ generation: 2, expiresAt: null });
    },
  );

  test('a newsletter email in English links to the English pages', () => {
    const { text, subject } = aMail('newsletter_confirm', subscriber, 'en');
    expect(subject).toBe('Confirm your newsletter subscription');
    expect(text).toMatch(/[/]newsletter[/]confirm[?]token=[\w.-]+&lang=en/);
    expect(text).toMatch(/[/]newsletter[/]unsubscribe[?]token=[\w.-]+&lang=en/);
  });
});

describe('the emails about a refund request', () => {
  const order = {
    id: '7d444840-9dc0-4d1b-8f6e-3f2a1c9e5b10',
    number: 1042,
    buyer_name: 'Ana',
    buyer_email: 'ana@leitores.test',
    currency: 'BRL',
    total_minor: 2_990,
    refunded_minor: 0,
  };

  test("a refund request's email shows the owner the buyer and the reason, and replies go to the buyer", () => {
    const { subject, text, html, replyTo } = aMail('refund_requested', { ...order, reason: 'Não <i>abre</i>.\nDesculpe.' });
    expect(subject).toBe('Pedido nº 1042: pedido de reembolso');
    expect(replyTo).toEqual({ name: 'Ana', address: 'ana@leitores.test' });
    expect(text).toContain('> Não <i>abre</i>.\n> Desculpe.');
    expect(html).not.toContain('<i>');
  });

  test("a refund request's email says when no reason was given", () => {
    expect(aMail('refund_requested', { ...order, reason: '' }).text).toContain('Nenhum motivo foi informado');
  });

  test.each([
    ['pt-BR', 'Pedido nº 1042: recebemos o seu pedido de reembolso'],
    ['en', 'Order no. 1042: we received your refund request'],
  ] as const)('the email to the buyer says in %s that the refund request arrived, with a link to the order', (locale, words) => {
    const { subject, text } = aMail('refund_acknowledged', order, locale);
    expect(subject).toBe(words);
    expect(text).toContain(`https://example.test/user-dashboard/orders/${order.id}`);
  });

  test.each([
    ['pt-BR', 'Pedido nº 1042: resposta ao seu pedido de reembolso'],
    ['en', 'Order no. 1042: answer to your refund request'],
  ] as const)('the email to the buyer has in %s the owner’s words about the decline, and replies go to the owner', (locale, words) => {
    const { subject, text, html, replyTo } = aMail('refund_declined', { ...order, note: 'O prazo <b>acabou</b>.' }, locale);
    expect(subject).toBe(words);
    expect(text).toContain('> O prazo <b>acabou</b>.');
    expect(html).not.toContain('<b>');
    expect(replyTo?.address).toBe('ola@example.test');
    expect(text).toContain(`https://example.test/user-dashboard/orders/${order.id}`);
    // A guest has no library, and the buyer's library does not contain gifts for others.
    expect(text).not.toMatch(/biblioteca|library/);
  });

  test.each([
    ['pt-BR', 'depois da compra ou, em pré-venda, do lançamento'],
    ['en', 'after the purchase or, for a pre-order, after the launch'],
  ] as const)('the email to the buyer says in %s when the refund period starts', (locale, words) => {
    expect(aMail('refund_acknowledged', order, locale).text).toContain(words);
  });

  test.each(['refund_declined', 'refund_acknowledged'])('a refund email to an erased buyer links to no page: %s', (kind) => {
    const gone = { ...order, note: 'Não.', account_deleted: true };
    for (const link_generation of [null, 1])
      expect(aMail(kind, { ...gone, link_generation }).text).not.toMatch(/user-dashboard|example[.]test\/order\//);
  });
});

describe('the email about a book that cannot be stamped', () => {
  test.each([
    ['encrypted', 'Exporte-o sem senha'],
    ['damaged', 'Exporte-o de novo'],
    ['too_large', '32 MB'],
    ['too_costly', 'imagens menores'],
  ])('the email to the owner says that a book is %s, and what to do', (reason, words) => {
    const { subject, text } = aMail('book_unstamped', { title: 'Raízes', filename: 'raizes.pdf', reason });
    expect(subject).toBe('“Raízes” é entregue sem o número do pedido');
    expect(text).toContain('Arquivo: raizes.pdf');
    expect(text).toContain(words);
    expect(text).toContain('https://example.test/dashboard?tab=ebooks');
  });
});

describe('the email about a deleted account', () => {
  test.each([
    [0, 0, []],
    [1, 0, ['o registro do seu pedido pago']],
    [3, 1, ['os registros dos seus 3 pedidos pagos', 'enviamos os livros dele para este e-mail']],
  ])('the email about %i paid and %i waiting orders says exactly what is kept', (orders_kept, orders_waiting, said) => {
    const { subject, text, replyTo } = aMail('account_deleted', { orders_kept, orders_waiting });
    expect(subject).toBe('Sua conta em Raiz & Palavra foi excluída');
    expect(replyTo?.address).toBe(site.CONTACT_EMAIL);
    for (const words of said) expect(text).toContain(words);
    expect(text.includes('Por lei')).toBe(orders_kept > 0);
    expect(text.includes('em aberto')).toBe(orders_waiting > 0);
    expect(text).not.toContain('https://');
  });
});

test.each([
  ['pt-BR', 'Boas-vindas a Raiz & Palavra', 'https://example.test/shop'],
  ['en', 'Welcome to Raiz & Palavra', 'https://example.test/shop?lang=en'],
] as const)('the welcome email in %s links to the shop in that language', (locale, subject, address) => {
  const email = aMail('welcome', {}, locale);
  expect(email.subject).toBe(subject);
  expect(email.text.split('\n')).toContain(address);
});

test.each(['birthday', 'toString', '__proto__', ''])('the unknown kind %j makes no email', (kind) => {
  expect(() => aMail(kind, {})).toThrow('no email for mail of kind');
});
