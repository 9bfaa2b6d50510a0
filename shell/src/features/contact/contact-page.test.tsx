import type { ContactRequest } from '@site/shared/contracts/contact.ts';
import type { SiteInfo } from '@site/shared/contracts/content.ts';
import type { Me } from '@site/shared/contracts/me.ts';
import type { PageHandle } from '@site/shared/federation/page-meta.ts';
import { ApiError, sessionStore } from '@site/shared/site/site.ts';
import { aBrand } from '@site/shared/testing/builders.ts';
import { type FakeAnswers, renderInSite } from '@site/shared/testing/render-in-site.tsx';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ROOT_ID } from '../../site-info.ts';
import * as page from './contact-page.tsx';

vi.mock('../../site.tsx', () => ({ useSettings: () => ({ brand: aBrand() }) }));

type Send = { body: ContactRequest };

const faq = [
  { id: 'guest', question: 'Como posso participar do podcast?', answer: 'Escreva.\n\nA resposta vem por e-mail.' },
  { id: 'talks', question: 'Você faz palestras?', answer: 'Sim.' },
];
const site: SiteInfo = {
  links: { places: [{ kind: 'youtube', url: 'https://youtube.test/autora' }], instagram: 'https://instagram.test/autora' },
  contactEmail: 'ola@site.test',
  seller: { legalName: 'Autora Edições Ltda.', taxId: '12.345.678/0001-90', address: '' },
  currencies: { sold: ['BRL'], default: 'BRL' },
  timeZone: 'America/Sao_Paulo',
  hasPosts: false,
};
const stored = () => ({ receivedAt: '2026-03-01T12:00:00Z' });

const scrolled = vi.fn();

beforeEach(() => {
  const realNow = performance.now.bind(performance);
  // Bot checks need a form that was open long enough.
  vi.spyOn(performance, 'now').mockImplementation(() => realNow() + 60_000);
  // jsdom does not have these functions.
  Element.prototype.scrollIntoView = scrolled;
  window.matchMedia = () => ({ matches: true }) as MediaQueryList;
});
afterEach(() => {
  vi.restoreAllMocks();
  scrolled.mockReset();
});

const show = (answers: FakeAnswers = {}, locale: 'pt-BR' | 'en' = 'pt-BR', info: SiteInfo | null = site) =>
  renderInSite({
    routes: [{ id: ROOT_ID, loader: () => info, children: [{ path: '/contact', ...page }] }],
    at: '/contact',
    answers: { 'GET /api/pages/contact': () => ({ faq }), 'POST /api/contact': stored, ...answers },
    preferences: { locale },
  });
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const send = () => screen.getByRole('button', { name: 'Enviar mensagem' });
const success = () => screen.findByText('Obrigado por entrar em contato!');

type User = ReturnType<typeof userEvent.setup>;

async function paste(user: User, name: string, text: string) {
  await user.click(field(name));
  await user.paste(text);
}

async function write(user: User) {
  await paste(user, 'Nome', 'Ana Souza');
  await paste(user, 'E-mail', 'ana@exemplo.test');
  await user.selectOptions(field('Assunto'), 'Ajuda com um eBook');
  await paste(user, 'Mensagem', 'Meu livro não abriu.\nObrigada!');
}

describe('the contact form', () => {
  it('the contact form sends the message, clears itself, shows thanks and moves the focus there', async () => {
    const user = userEvent.setup();
    const bodies: ContactRequest[] = [];
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await show({
      'POST /api/contact': async ({ body }: Send) => {
        bodies.push(body);
        await held;
        return stored();
      },
    });
    await write(user);
    await user.dblClick(send());
    const button = await screen.findByRole('button', { name: 'Enviando...', busy: true });
    await user.click(button);
    expect(screen.queryByText('Obrigado por entrar em contato!')).toBeNull();
    await waitFor(() => expect(bodies).toHaveLength(1));
    release();
    const title = await success();
    expect(screen.getByText('Sua mensagem foi recebida. Eu retornarei o mais breve possível.')).toBeDefined();
    await waitFor(() => expect(document.activeElement?.contains(title)).toBe(true));
    expect(scrolled).toHaveBeenCalledTimes(1);
    expect(bodies).toEqual([
      {
        attemptId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        name: 'Ana Souza',
        email: 'ana@exemplo.test',
        subject: 'ebook_support',
        message: 'Meu livro não abriu.\nObrigada!',
        locale: 'pt-BR',
        website: '',
        openForMs: expect.any(Number),
      },
    ]);
    expect([field('Nome').value, field('E-mail').value, field('Assunto').value, field('Mensagem').value]).toEqual(['', '', '', '']);
    expect(sessionStorage.length).toBe(0);
  });

  it('the contact form keeps text typed while a message is being sent', async () => {
    const user = userEvent.setup();
    const { promise, resolve } = Promise.withResolvers<void>();
    await show({ 'POST /api/contact': () => promise.then(stored) });
    await write(user);
    await user.click(send());
    await user.type(field('Mensagem'), ' E outro também não.');
    resolve();
    await success();
    expect(field('Mensagem').value).toBe('Meu livro não abriu.\nObrigada! E outro também não.');
    cleanup();
    await show();
    expect(field('Mensagem').value).toContain('E outro também não.');
  });

  it('the contact form shows errors next to empty fields, and focuses the first', async () => {
    const user = userEvent.setup();
    const { calls } = await show();
    await user.type(field('E-mail'), 'ana@');
    await user.click(send());
    expect(document.activeElement).toBe(field('Nome'));
    for (const sentence of ['Diga como você se chama.', /não parece completo/, 'Escolha um assunto.', 'Escreva sua mensagem.'])
      expect(screen.getByText(sentence)).toBeDefined();
    expect(field('E-mail').getAttribute('aria-invalid')).toBe('true');
    await user.type(field('Nome'), 'Ana');
    expect(screen.queryByText('Diga como você se chama.')).toBeNull();
    expect(screen.getByText('Escolha um assunto.')).toBeDefined();
    expect(calls.map(({ endpoint }) => endpoint)).toEqual(['GET /api/pages/contact']);
  });

  it("the contact form shows the server's errors at their fields", async () => {
    const user = userEvent.setup();
    await show({
      'POST /api/contact': () => {
        throw new ApiError('invalid_input', 422, { fields: { email: 'invalid' } });
      },
    });
    await write(user);
    await user.click(send());
    expect(await screen.findByText(/não parece completo/)).toBeDefined();
    expect(document.activeElement).toBe(field('E-mail'));
  });

  it('the contact form keeps everything after a failure, and sends the same message under the same id', async () => {
    const user = userEvent.setup();
    const ids: string[] = [];
    await show({
      'POST /api/contact': ({ body }: Send) => {
        ids.push(body.attemptId);
        if (ids.length === 1) throw new ApiError('service_unavailable', 503);
        return stored();
      },
    });
    await write(user);
    await user.click(send());
    expect(await screen.findByText(/^Sua mensagem ainda não foi enviada\. O serviço não respondeu/)).toBeDefined();
    expect(field('Mensagem').value).toContain('Meu livro não abriu.');
    await user.click(send());
    await success();
    expect(ids[1]).toBe(ids[0]);
  });

  it('the contact form restores the typed text after a reload', async () => {
    const user = userEvent.setup();
    await show();
    await write(user);
    cleanup();
    await show();
    await waitFor(() => expect(field('Nome').value).toBe('Ana Souza'));
    expect([field('E-mail').value, field('Assunto').value]).toEqual(['ana@exemplo.test', 'ebook_support']);
    expect(field('Mensagem').value).toContain('Meu livro não abriu.');
  });

  it('the contact form says when the visitor may try again', async () => {
    const user = userEvent.setup();
    await show({
      'POST /api/contact': () => {
        throw new ApiError('too_many_requests', 429, { retryAfterSeconds: 540 });
      },
    });
    await write(user);
    await user.click(send());
    expect(await screen.findByText(/Tente de novo em 9 minutos\.$/)).toBeDefined();
  });

  it('the contact form counts characters near the limit, and does not send a longer message', async () => {
    const user = userEvent.setup();
    const { calls } = await show();
    await write(user);
    const letters = (length: number) => fireEvent.input(field('Mensagem'), { target: { value: 'a'.repeat(length) } });
    letters(4_400);
    expect(screen.queryByText(/Restam/)).toBeNull();
    letters(4_700);
    expect(screen.getByText('Restam 300 caracteres.')).toBeDefined();
    letters(5_002);
    expect(screen.getByText('2 caracteres além do limite.')).toBeDefined();
    await user.click(send());
    expect(document.activeElement).toBe(field('Mensagem'));
    expect(field('Mensagem').value).toHaveLength(5_002);
    expect(calls).toHaveLength(1);
  });

  it('the contact form prefills the signed-in person, and keeps what the visitor writes', async () => {
    const user = userEvent.setup();
    await show();
    await user.type(field('Nome'), 'Outra pessoa');
    const me: Me = { uid: 'u1', email: 'ana@exemplo.test', name: 'Ana', photoUrl: null, role: 'customer', permissions: [] };
    act(() => sessionStore.setState({ session: { status: 'signed-in', uid: me.uid, email: me.email, emailVerified: true, me } }));
    expect(field('E-mail').value).toBe('ana@exemplo.test');
    expect(field('Nome').value).toBe('Outra pessoa');
  });

  it('the contact form does not prefill a field with the focus, and fills it after the visitor left it empty', async () => {
    const user = userEvent.setup();
    await show();
    await user.click(field('E-mail'));
    const me: Me = { uid: 'u1', email: 'ana@exemplo.test', name: 'Ana', photoUrl: null, role: 'customer', permissions: [] };
    act(() => sessionStore.setState({ session: { status: 'signed-in', uid: me.uid, email: me.email, emailVerified: true, me } }));
    expect([field('Nome').value, field('E-mail').value]).toEqual(['Ana', '']);
    await user.tab();
    expect(field('E-mail').value).toBe('ana@exemplo.test');
  });

  it('the contact form has a hidden field that only bots fill', async () => {
    await show();
    const trap = document.querySelector<HTMLInputElement>('input[name=website]');
    expect(trap?.hidden).toBe(true);
    expect(screen.getAllByRole('textbox').map((box) => box.getAttribute('name'))).toEqual(['name', 'email', 'message']);
  });

  it('the contact form offers its subjects in English and in Portuguese', async () => {
    await show({}, 'en');
    const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent);
    expect(options()).toEqual(['Select a subject', 'Podcast Inquiry', 'eBook Support', 'Speaking Engagement', 'Other']);
    cleanup();
    await show();
    expect(options()[0]).toBe('Selecione um assunto');
    expect(field('Mensagem')).toHaveProperty('rows', 6);
  });
});

describe('the contact page', () => {
  it('the contact page shows other ways to reach the author and the response time', async () => {
    await show();
    expect(screen.getByRole('link', { name: 'ola@site.test' }).getAttribute('href')).toBe('mailto:ola@site.test');
    expect(screen.getByText('12.345.678/0001-90')).toBeDefined();
    expect(screen.getByText('Normalmente em 1 a 2 dias úteis')).toBeDefined();
    expect(screen.getByRole('link', { name: /^YouTube/ }).getAttribute('href')).toBe('https://youtube.test/autora');
    expect(screen.queryByRole('link', { name: /^Spotify/ })).toBeNull();
  });

  it('the contact page shows the frequent questions, also as structured data', async () => {
    await show();
    const items = [...document.querySelectorAll('#faq details')];
    expect(items.map((item) => item.getAttribute('name'))).toEqual(['faq', 'faq']);
    expect(screen.getByText('A resposta vem por e-mail.')).toBeDefined();
    const preferences = { locale: 'pt-BR', currency: 'BRL', timeZone: 'America/Sao_Paulo' } as const;
    const meta = (page.handle as PageHandle).meta({
      data: { faq } as never,
      params: {},
      preferences,
      brand: aBrand({ site: 'Site', author: 'Autora' }),
      siteUrl: 'https://site.test',
    });
    expect(meta.jsonLd).toMatchObject([{ '@type': 'FAQPage', mainEntity: [{ name: faq[0]?.question }, { name: faq[1]?.question }] }]);
  });

  it('a contact page without questions has no section for them, and links to the section lead to the main content', async () => {
    await show({ 'GET /api/pages/contact': () => ({ faq: [] }) });
    expect(screen.queryByText('Perguntas frequentes')).toBeNull();
    expect(screen.queryByText('Talvez a sua resposta já esteja aqui.')).toBeNull();
    expect(document.querySelectorAll('#faq')).toHaveLength(1);
    expect(document.querySelector('#faq')?.contains(screen.getByRole('heading', { level: 1 }))).toBe(true);
  });

  it('the contact page keeps its form if other parts fail to load', async () => {
    await show(
      {
        'GET /api/pages/contact': () => {
          throw new ApiError('service_unavailable', 503);
        },
      },
      'pt-BR',
      null,
    );
    expect(screen.getByText(/Não foi possível carregar as perguntas/)).toBeDefined();
    expect(send()).toBeDefined();
  });
});
