import type { AdminCampaign } from '@site/shared/contracts/admin-campaigns.ts';
import type { AdminPost, PostDraft, SavedPostDraft } from '@site/shared/contracts/admin-posts.ts';
import { toInstant } from '@site/shared/dates/dates.ts';
import { polyfillDialog } from '@site/shared/testing/dialog-element.ts';
import { line } from '@site/shared/testing/rich-texts.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openTab } from '../../../testing/open-tab.tsx';
import { playApi, refused, signIn } from '../../../testing/signed-in.ts';
import { Component } from './post-page.tsx';

const at = toInstant('2026-03-01T12:00:00Z');
const aDraft = (changes: Partial<PostDraft> = {}): PostDraft => ({
  title: '',
  lead: '',
  body: { type: 'doc', content: [line('Uma estrada.')] },
  revision: 1,
  savedBy: 'ana@site.test',
  savedAt: at,
  isNew: true,
  ...changes,
});
const began: AdminPost = {
  id: 'f6c1f1a0-0000-4000-8000-000000000001',
  title: 'Ficar',
  kind: 'text',
  slug: null,
  state: 'draft',
  visibility: 'site',
  publishAt: null,
  firstPublishedAt: null,
  editedAt: at,
  isNew: true,
  news: null,
  tags: [],
  locales: [],
  drafts: { 'pt-BR': aDraft({ title: 'Ficar' }), en: aDraft() },
  revision: 1,
  timeZone: 'America/Sao_Paulo',
};
const address = `/api/admin/posts/${began.id}`;

const version = { title: 'Ficar', publishedBy: 'ana@site.test', publishedAt: at, restoredFrom: null };
const twoVersions = {
  versions: [
    { ...version, version: 2 },
    { ...version, version: 1 },
  ],
  nextBefore: null,
};

const listedCampaign = {
  ...{ id: 'l1', postId: began.id, subject: 'Ficar', sendAt: null, endedAt: null, news: null, step: null },
  counts: { total: 0, waiting: 0, sent: 0, refused: 0, left: 0, unknown: 0, bounced: 0, complained: 0 },
};

/** One scheduled newsletter issue and one cancelled issue. */
const twoCampaigns = (() => {
  const sendAt = toInstant('2026-12-24T11:30:00Z');
  const campaign = { ...listedCampaign, state: 'scheduled', sendAt };
  return { campaigns: [campaign, { ...campaign, id: 'l0', state: 'cancelled', endedAt: sendAt }], nextCursor: null, previousCursor: null };
})();

const nobody = { total: 0, byLocale: { 'pt-BR': 0, en: 0 }, withoutConsent: 0, days: 1, complained: null };

/** Mocks the API with one post that has only a Portuguese draft. */
function playPost(refuse: () => { code: string; fields: Record<string, string> } | null = () => null) {
  let post = began;
  const published: unknown[] = [];
  const put = (draft: Partial<PostDraft>) => {
    const { 'pt-BR': old, en } = post.drafts;
    post = { ...post, drafts: { 'pt-BR': { ...old, ...draft, revision: old.revision + 1 }, en } };
  };
  const answers: Parameters<typeof playApi>[0] = {
    [`GET ${address}`]: () => post,
    [`GET ${address}/versions`]: () => ({ versions: [], nextBefore: null }),
    'GET /api/admin/campaigns': () => ({ campaigns: [], nextCursor: null, previousCursor: null }),
    [`PUT ${address}/drafts/pt-BR`]: ({ body }) => {
      const { revision, ...words } = body as SavedPostDraft;
      const refusal = refuse();
      if (refusal) return Response.json({ error: { message: '', requestId: 'request-1', ...refusal } }, { status: 400 });
      if (revision !== post.drafts['pt-BR'].revision) return refused(409, 'changed_meanwhile');
      put({ ...words, title: words.title.trim() });
      return post;
    },
    [`POST ${address}/publication`]: ({ body }) => {
      published.push(body);
      return post;
    },
    'GET /api/admin/sender-domain': () => ({ domain: 'livros.example', state: 'right', missing: [], checkedAt: at }),
    'POST /api/admin/campaign-audience': () => nobody,
  };
  playApi(answers);
  return { answers, published, saved: () => post.drafts['pt-BR'], saveElsewhere: put };
}

const open = () => openTab(Component, '/dashboard/posts/:id', `/dashboard/posts/${began.id}`);
const title = () => screen.findByLabelText<HTMLInputElement>('Título');

beforeEach(() => {
  polyfillDialog();
  signIn();
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

describe('the draft of a text', () => {
  it('the draft of a post is saved when typing pauses, even during another save', async () => {
    const { saved, saveElsewhere } = playPost();
    await open();
    await userEvent.type(await title(), ' é');
    await waitFor(() => expect(saved().title).toBe('Ficar é'));
    await userEvent.type(await title(), ' um verbo ');
    await waitFor(() => expect(saved().title).toBe('Ficar é um verbo'));
    expect(screen.queryByText('Outra pessoa salvou este rascunho enquanto você escrevia')).toBeNull();
    await screen.findByText(/^Rascunho salvo em/);
    // This device has no draft left, so a later change by another admin is no conflict.
    saveElsewhere({ title: 'Partir', body: { type: 'doc', content: [line('Outra estrada.')] } });
    window.dispatchEvent(new Event('visibilitychange'));
    await waitFor(async () => expect((await title()).value).toBe('Partir'));
    expect((await screen.findByRole('textbox', { name: 'Texto' })).textContent).toBe('Outra estrada.');
  });

  it('the draft of a post is saved at once when the other language is opened', async () => {
    const { saved } = playPost();
    await open();
    await userEvent.type(await title(), '!');
    await userEvent.click(screen.getByRole('button', { name: /^Inglês/ }));
    await waitFor(() => expect(saved().title).toBe('Ficar!'), { timeout: 1_000 });
    expect((await title()).value).toBe('');
    await userEvent.click(screen.getByRole('button', { name: 'Português' }));
    expect((await title()).value).toBe('Ficar!');
    await screen.findByText(/^Rascunho salvo em/);
  });

  it('the draft of a post is saved completely when the other language is opened during a save', async () => {
    const user = userEvent.setup();
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const { answers, saved } = playPost();
    const put = answers[`PUT ${address}/drafts/pt-BR`];
    playApi({
      ...answers,
      [`PUT ${address}/drafts/pt-BR`]: async (asked) => {
        await held;
        return await put?.(asked);
      },
    });
    await open();
    const title = await screen.findByLabelText<HTMLInputElement>('Título');
    await user.type(title, ' é');
    await user.click(screen.getByRole('button', { name: 'Salvar agora' }));
    await user.type(title, ' um verbo');
    await user.click(screen.getByRole('button', { name: /^Inglês/ }));
    release();
    await waitFor(() => expect(saved().title).toBe('Ficar é um verbo'));
    await user.click(screen.getByRole('button', { name: /^Português/ }));
    expect((await screen.findByLabelText<HTMLInputElement>('Título')).value).toBe('Ficar é um verbo');
    expect(screen.queryByRole('region', { name: /Outra pessoa salvou/ })).toBeNull();
    expect(Object.keys(localStorage).filter((key) => key.startsWith('draft'))).toEqual([]);
  });

  it('the draft of a post blocks publishing from the other language’s page if it could not be saved', async () => {
    const user = userEvent.setup();
    playPost(() => ({ code: 'invalid_input', fields: { title: 'too_long' } }));
    await open();
    await user.type(await screen.findByLabelText<HTMLInputElement>('Título'), ' mais');
    await user.click(screen.getByRole('button', { name: 'Salvar agora' }));
    await user.click(screen.getByRole('button', { name: /^Inglês/ }));
    const publish = await screen.findByRole<HTMLButtonElement>('button', { name: /^Publicar/ });
    await waitFor(() => expect(publish.disabled).toBe(true));
  });

  it('the draft of a post is shown next to the words that another admin saved, and is edited further if the admin keeps it', async () => {
    const { saved, saveElsewhere } = playPost();
    await open();
    await title();
    saveElsewhere({ title: 'Partir', savedBy: 'rui@site.test' });
    await userEvent.type(await title(), ' é');
    const conflict = await screen.findByRole('region', { name: 'Outra pessoa salvou este rascunho enquanto você escrevia' });
    expect(conflict.textContent).toContain('rui@site.test');
    expect(saved().title).toBe('Partir');
    await userEvent.click(within(conflict).getByRole('button', { name: 'Ficar com o que escrevi' }));
    await waitFor(() => expect(saved().title).toBe('Ficar é'));
  });

  it('the draft of a post is shown next to the words that were saved while the draft lay on this device', async () => {
    const { saved, saveElsewhere } = playPost();
    const words = { title: 'Ficar', lead: '', body: saved().body };
    const kept = { version: 1, base: words, body: { ...words, title: 'Ficar mais' }, at, restoredFrom: null };
    localStorage.setItem(`draft uid-1 post ${began.id} pt-BR`, JSON.stringify(kept));
    saveElsewhere({ title: 'Partir' });
    await open();
    const conflict = await screen.findByRole('region', { name: 'Outra pessoa salvou este rascunho enquanto você escrevia' });
    await userEvent.click(within(conflict).getByRole('button', { name: 'Ficar com o que está salvo' }));
    expect((await title()).value).toBe('Partir');
    expect(saved().title).toBe('Partir');
  });

  it('the draft of a post over the length limit shows an error, and does not promise a later save', async () => {
    playPost(() => ({ code: 'invalid_input', fields: { 'body.content.3.content.0.text': 'too_long' } }));
    await open();
    await userEvent.type(await title(), ' é');
    await screen.findByText(/^O texto ficou longo demais/, {}, { timeout: 4_000 });
    expect(screen.getByText(/^O rascunho não foi salvo, só guardado neste aparelho/)).toBeTruthy();
    expect(localStorage.getItem(`draft uid-1 post ${began.id} pt-BR`)).toContain('Ficar é');
  });

  it('a post is scheduled in the site’s time zone, for email only, with the drafts that the page showed', async () => {
    const { published } = playPost();
    await open();
    await title();
    await userEvent.click(await screen.findByRole('button', { name: 'Publicar…' }));
    await userEvent.click(screen.getByLabelText('Só por carta'));
    await userEvent.click(screen.getByLabelText('Em uma data'));
    await userEvent.click(screen.getByRole('button', { name: 'Agendar' }));
    expect(screen.getByText('Escolha data e hora.')).toBeTruthy();
    await userEvent.type(screen.getByLabelText('Data e hora'), '2026-12-24T08:30');
    await userEvent.click(screen.getByRole('button', { name: 'Agendar' }));
    await waitFor(() =>
      expect(published).toEqual([{ revision: 1, drafts: { 'pt-BR': 1, en: 1 }, at: '2026-12-24T11:30:00.000Z', visibility: 'campaign' }]),
    );
  });

  it.each([
    [{ state: 'published' as const, firstPublishedAt: at }, 'Retirar do site…', /não estiver publicado até lá, ela não sai/],
    [{ state: 'scheduled' as const, publishAt: toInstant('2026-12-24T11:30:00Z') }, 'Cancelar agendamento', /não estiver publicado até lá/],
    [{ state: 'scheduled' as const, publishAt: toInstant('2026-12-24T11:30:00Z') }, 'Mudar publicação…', /não muda de dia com o texto/],
    [{ state: 'published' as const, firstPublishedAt: at }, 'Restaurar… Versão 1', /não muda de dia com o texto/],
  ])('a post names the newsletter issue that depends on it when its publication changes: %o', async (changes, press, fate) => {
    const { answers } = playPost();
    playApi({
      ...answers,
      [`GET ${address}`]: () => ({ ...began, slug: 'ficar', isNew: false, ...changes }),
      [`GET ${address}/versions`]: () => twoVersions,
      'GET /api/admin/campaigns': () => twoCampaigns,
    });
    await open();
    await title();
    await userEvent.click(await screen.findByRole('button', { name: press }));
    const dialog = within(await screen.findByRole('dialog'));
    const named = (await dialog.findByText(fate)).parentElement;
    expect(named?.querySelector('a')?.getAttribute('href')).toBe('/dashboard/campaigns/l1');
    expect(dialog.getAllByText(/^Carta/)).toHaveLength(1);
    if (press !== 'Mudar publicação…') return;
    await userEvent.clear(screen.getByLabelText('Data e hora'));
    await userEvent.type(screen.getByLabelText('Data e hora'), '2026-12-25T08:30');
    expect(await dialog.findByText(/antes de o texto ir ao ar/)).toBeTruthy();
  });

  it('a post keeps its scheduled moment when only the place of publication is changed', async () => {
    const { answers, published } = playPost();
    const publishAt = toInstant('2026-12-24T11:30:00Z');
    playApi({ ...answers, [`GET ${address}`]: () => ({ ...began, state: 'scheduled', publishAt }) });
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Mudar publicação…' }));
    expect(screen.getByLabelText<HTMLInputElement>('Data e hora').value).toBe('2026-12-24T08:30');
    await userEvent.click(screen.getByLabelText('Só por carta'));
    await userEvent.click(screen.getByRole('button', { name: 'Agendar' }));
    await waitFor(() => expect(published).toMatchObject([{ at: publishAt, visibility: 'campaign' }]));
  });

  it('the draft of a post is replaced by a previous version only if it is the draft that was shown, and shows another admin’s change', async () => {
    const { answers } = playPost();
    let post: AdminPost = { ...began, state: 'published', slug: 'ficar', firstPublishedAt: at, isNew: false };
    post = { ...post, drafts: { ...post.drafts, 'pt-BR': aDraft({ title: 'Ficar', isNew: false }) } };
    const asked: unknown[] = [];
    playApi({
      ...answers,
      [`GET ${address}`]: () => post,
      [`GET ${address}/versions`]: () => twoVersions,
      [`POST ${address}/versions/pt-BR/1/restore`]: ({ body }) => {
        asked.push(body);
        return asked.length === 1 ? refused(409, 'changed_meanwhile') : post;
      },
    });
    await open();
    await title();
    await userEvent.click(await screen.findByRole('button', { name: 'Restaurar… Versão 1' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.queryByText(/mudanças não publicadas, que se perdem/)).toBeNull();
    post = { ...post, drafts: { ...post.drafts, 'pt-BR': aDraft({ title: 'Partir', revision: 2 }) } };
    await userEvent.click(dialog.getByRole('button', { name: 'Restaurar' }));
    await dialog.findByText(/^Não deu certo/);
    await dialog.findByText(/mudanças não publicadas, que se perdem/);
    await userEvent.click(dialog.getByRole('button', { name: 'Restaurar' }));
    await waitFor(() =>
      expect(asked).toEqual([
        { revision: 1, drafts: { 'pt-BR': 1, en: 1 } },
        { revision: 1, drafts: { 'pt-BR': 2, en: 1 } },
      ]),
    );
  });

  it('a post names its newsletter issues before it is deleted, and is deleted only if it is unchanged since it was shown', async () => {
    const { answers } = playPost();
    let post = began;
    const asked: unknown[] = [];
    playApi({
      ...answers,
      [`GET ${address}`]: () => post,
      'GET /api/admin/campaigns': () => twoCampaigns,
      [`DELETE ${address}`]: ({ body }) => {
        asked.push(body);
        return refused(409, 'changed_meanwhile');
      },
    });
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Excluir…' }));
    const dialog = within(await screen.findByRole('dialog'));
    const named = (await dialog.findByText(/está agendada para .*Será excluída junto com o texto e não sai/)).parentElement;
    expect(named?.querySelector('a')?.getAttribute('href')).toBe('/dashboard/campaigns/l1');
    expect(dialog.getByText(/foi cancelada e será excluída junto com o texto/)).toBeTruthy();
    post = { ...post, state: 'scheduled', publishAt: toInstant('2026-12-24T11:30:00Z'), revision: 2 };
    await userEvent.click(dialog.getByRole('button', { name: 'Excluir' }));
    await dialog.findByText(/^Não deu certo/);
    expect(asked).toEqual([{ revision: 1, drafts: { 'pt-BR': 1, en: 1 } }]);
    // While the dialog is open, the page behind it shows the new state.
    await screen.findByText(/^Vai ao site em/);
  });

  /** Mocks the API with a post that can also go by email. `sendings` are its answers to the calls that send, in order. */
  function playMail(total: number, sendings: (() => unknown)[] = [], more: Parameters<typeof playApi>[0] = {}) {
    const { published, ...rest } = playPost();
    const campaign: AdminCampaign = {
      ...listedCampaign,
      state: 'draft',
      post: { title: 'Ficar', locales: ['pt-BR'], isPublished: true, publishAt: null },
      heads: { 'pt-BR': { subject: '', preheader: '' }, en: { subject: '', preheader: '' } },
      segment: { locale: null, owns: null, lacks: null, joinedFrom: null, joinedUntil: null, source: null, missed: null },
      ...{
        reason: null,
        stoppedBy: null,
        delayedBy: null,
        isTested: true,
        pace: { perSecond: 10, perDay: 500, today: 500 },
        waits: null,
        revision: 1,
        timeZone: 'America/Sao_Paulo',
      },
      brought: { unsubscribed: 0, visits: 0, orders: 0, revenue: [] },
    };
    const calls: unknown[] = [];
    const listed: AdminCampaign[] = [];
    playApi({
      ...rest.answers,
      'GET /api/admin/campaigns': () => ({ campaigns: listed, nextCursor: null, previousCursor: null }),
      'GET /api/admin/campaigns/l1': () => campaign,
      'POST /api/admin/campaign-audience': () => ({ ...nobody, total, byLocale: { 'pt-BR': total, en: 0 } }),
      'POST /api/admin/campaigns': () => campaign,
      'POST /api/admin/campaigns/l1/test': () => campaign,
      'PUT /api/admin/campaigns/l1': ({ body }) => {
        calls.push(body);
        campaign.revision = 2;
        return campaign;
      },
      'POST /api/admin/campaigns/l1/sending': ({ body }) => {
        calls.push(body);
        return sendings.shift()?.() ?? campaign;
      },
      ...more,
    });
    return { published, calls, campaign, listed };
  }
  const ask = async () => {
    await open();
    await title();
    await userEvent.click(await screen.findByRole('button', { name: 'Publicar…' }));
    await userEvent.click(await screen.findByLabelText('Também enviar'));
  };

  it('a post is published and emailed with one press, after one sentence that says so', async () => {
    const { published, calls } = playMail(12);
    await ask();
    await screen.findByText('Sai no site agora e vai por e-mail a 12 pessoas.');
    await userEvent.selectOptions(screen.getByLabelText('A quem'), 'Quem lê em português');
    await userEvent.click(screen.getByRole('button', { name: 'Publicar agora' }));
    await waitFor(() => expect(calls).toHaveLength(2));
    expect(published).toHaveLength(1);
    expect(calls).toMatchObject([
      { revision: 1, segment: { locale: 'pt-BR' } },
      { revision: 2, at: null },
    ]);
  });

  it('a post is published even if its email is refused, and only the email is retried', async () => {
    const { published, calls } = playMail(12, [() => refused(503, 'service_unavailable')]);
    await ask();
    await userEvent.click(screen.getByRole('button', { name: 'Publicar agora' }));
    await screen.findByText(/^O texto foi publicado, mas a carta não saiu e ficou como rascunho\./);
    expect(screen.getByRole('link', { name: 'Abrir a carta' }).getAttribute('href')).toBe('/dashboard/campaigns/l1');
    await userEvent.click(screen.getByRole('button', { name: 'Tentar enviar de novo' }));
    await waitFor(() => expect(calls).toHaveLength(2));
    expect(published).toHaveLength(1);
  });

  it('a post for a large audience needs a test email before it is emailed', async () => {
    playMail(60);
    await ask();
    const publish = screen.getByRole<HTMLButtonElement>('button', { name: 'Publicar agora' });
    await screen.findByText(/^Para mais de 50 pessoas, envie antes um teste/);
    expect(publish.disabled).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: 'Enviar teste para mim' }));
    await waitFor(() => expect(publish.disabled).toBe(false));
  });

  it('a post shows the mail server’s words when its test email failed', async () => {
    playMail(60, [], { 'POST /api/admin/campaigns/l1/test': () => refused(503, 'mail_not_taken', { reason: '554 5.7.1 blocked' }) });
    await ask();
    await userEvent.click(await screen.findByRole('button', { name: 'Enviar teste para mim' }));
    expect(await screen.findByText(/554 5\.7\.1 blocked/)).toBeTruthy();
  });

  it('a post needs no second test email when the dialog is reopened, and email is offered while the audience is one language', async () => {
    const { campaign, listed } = playMail(60);
    listed.push(campaign);
    await ask();
    const publish = screen.getByRole<HTMLButtonElement>('button', { name: 'Publicar agora' });
    await waitFor(() => expect(publish.disabled).toBe(false));
    expect(screen.queryByRole('button', { name: 'Enviar teste para mim' })).toBeNull();
  });

  it('a post whose audience was chosen on the issue’s page links to that page', async () => {
    const { campaign, listed } = playMail(60);
    campaign.segment = { ...campaign.segment, owns: 'rute' };
    listed.push(campaign);
    await open();
    await title();
    await userEvent.click(await screen.findByRole('button', { name: 'Publicar…' }));
    const dialog = within(screen.getByRole('dialog'));
    const named = (await dialog.findByText(/é um rascunho e só sai quando você a enviar/)).parentElement;
    expect(named?.querySelector('a')?.getAttribute('href')).toBe('/dashboard/campaigns/l1');
    expect(dialog.queryByLabelText('Também enviar')).toBeNull();
  });

  it('a post cannot be emailed by a member without the permission to send', async () => {
    signIn({}, ['content']);
    playMail(12);
    await open();
    await title();
    await userEvent.click(await screen.findByRole('button', { name: 'Publicar…' }));
    expect(screen.queryByLabelText('Também enviar')).toBeNull();
  });
});

describe('the details of a text', () => {
  /** Mocks the API with one post. Saving its details is answered after `held`. */
  function playDetails(held: () => Promise<void> = async () => undefined) {
    let post = began;
    const { answers } = playPost();
    const saved: unknown[] = [];
    playApi({
      ...answers,
      [`GET ${address}`]: () => post,
      [`PUT ${address}`]: async ({ body }) => {
        await held();
        const { revision, ...written } = body as Pick<AdminPost, 'revision' | 'kind' | 'slug' | 'tags'>;
        if (revision !== post.revision) return refused(409, 'changed_meanwhile');
        saved.push(body);
        post = { ...post, ...written, slug: written.slug || null, revision: revision + 1 };
        return post;
      },
    });
    return {
      saved,
      saveElsewhere: (change: Partial<AdminPost>) => {
        post = { ...post, ...change, revision: post.revision + 1 };
      },
    };
  }
  const tags = () => screen.findByLabelText<HTMLInputElement>('Assuntos');
  const form = async () => within(await screen.findByRole('form', { name: 'Detalhes' }));
  const save = async () => userEvent.click((await form()).getByRole('button', { name: 'Salvar detalhes' }));

  it('the details of a post keep the words that are typed during a save', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const { saved } = playDetails(() => held);
    await open();
    await userEvent.type(await tags(), 'fé');
    await save();
    await userEvent.type(await tags(), ', luto');
    release();
    await waitFor(() => expect(saved).toHaveLength(1));
    await (await form()).findByRole('button', { name: 'Salvar detalhes' });
    expect((await tags()).value).toBe('fé, luto');
    await save();
    await waitFor(() => expect(saved).toMatchObject([{ tags: ['fé'] }, { tags: ['fé', 'luto'], revision: 2 }]));
  });

  it('the details of a post ask which version stays if another admin saved, and follow that save if nothing was typed', async () => {
    const { saved, saveElsewhere } = playDetails();
    await open();
    await tags();
    saveElsewhere({ tags: ['luto'] });
    window.dispatchEvent(new Event('visibilitychange'));
    await waitFor(async () => expect((await tags()).value).toBe('luto'));
    await userEvent.type(await screen.findByLabelText('Endereço'), 'ficar');
    saveElsewhere({ tags: ['luto', 'fé'] });
    window.dispatchEvent(new Event('visibilitychange'));
    const conflict = await screen.findByRole('region', { name: 'Outra pessoa salvou estes detalhes enquanto você editava' });
    await userEvent.click(within(conflict).getByRole('button', { name: 'Ficar com esta página' }));
    await save();
    await waitFor(() => expect(saved).toMatchObject([{ revision: 3, slug: 'ficar', tags: ['luto'] }]));
  });
});
