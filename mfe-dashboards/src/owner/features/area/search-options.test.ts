import { toInstant } from '@site/shared/dates/dates.ts';
import { toMoney } from '@site/shared/money/money.ts';
import { describe, expect, it } from 'vitest';
import { texts as campaignTexts } from '../../campaigns/texts.ts';
import { foundOptions, type OwnOption, ownOptions } from './search-options.ts';

const words = {
  orderTitle: (number: number) => `Pedido nº ${number}`,
  money: () => 'R$ 34,90',
  day: () => '1 de mar. de 2026',
  ebookStates: { draft: 'Rascunho', published: 'Publicado', archived: 'Arquivado' },
  hiddenEpisode: 'Oculto',
  postStates: { draft: 'Rascunho', scheduled: 'Agendado', published: 'Publicado', withdrawn: 'Retirado' },
  emailStates: campaignTexts['pt-BR'].states,
  untitled: 'Sem título',
  mayEditEpisodes: true,
};

describe('search results', () => {
  it('search results link to the found record, grouped by kind', () => {
    const total = toMoney(3_490, 'BRL');
    const date = toInstant('2026-03-01T12:00:00Z');
    const found = foundOptions(
      {
        orders: [{ id: 'a/b', number: 1042, name: 'Ana', email: 'ana@leitores.test', total, state: 'paid', date }],
        users: [{ uid: 'u', displayName: null, email: 'a+b@leitores.test' }],
        subscribers: [{ id: 's', email: 'so@leitores.test' }],
        ebooks: [{ id: 'raizes', title: 'Raízes', state: 'published' }],
        messages: [{ number: 7, name: 'Rita', email: 'rita@leitores.test', about: 'Olá, gostei do livro', date }],
        episodes: [{ id: 'rZp4Lq0TnWa', slug: 'rute', title: 'Rute', publishedAt: date, isHidden: true }],
        posts: [{ id: 'post-1', title: '', state: 'draft', editedAt: date }],
        campaigns: [{ id: 'issue-1', subject: 'Um salmo', state: 'sent' }],
      },
      words,
    );
    expect(found).toEqual([
      {
        group: 'orders',
        options: [{ href: '/dashboard/orders/a%2Fb', title: 'Pedido nº 1042 · Ana', note: 'ana@leitores.test · R$ 34,90' }],
      },
      { group: 'users', options: [{ href: '/dashboard/people/of/user/u', title: 'a+b@leitores.test', note: '' }] },
      { group: 'subscribers', options: [{ href: '/dashboard/people/of/subscriber/s', title: 'so@leitores.test', note: '' }] },
      { group: 'ebooks', options: [{ href: '/dashboard/ebooks/raizes', title: 'Raízes', note: 'Publicado' }] },
      {
        group: 'messages',
        options: [
          {
            href: '/dashboard?tab=messages&q=rita%40leitores.test#message-7',
            title: 'Rita · 1 de mar. de 2026',
            note: 'Olá, gostei do livro',
          },
        ],
      },
      { group: 'episodes', options: [{ href: '/dashboard/episodes/rZp4Lq0TnWa', title: 'Rute', note: '1 de mar. de 2026 · Oculto' }] },
      { group: 'posts', options: [{ href: '/dashboard/posts/post-1', title: 'Sem título', note: '1 de mar. de 2026 · Rascunho' }] },
      { group: 'campaigns', options: [{ href: '/dashboard/campaigns/issue-1', title: 'Um salmo', note: 'Enviada' }] },
    ]);
  });
});

describe('the panel’s own search options', () => {
  const own: OwnOption[] = [
    { group: 'sections', href: '/orders', title: 'Pedidos', note: 'Vendas', words: 'reembolso' },
    { group: 'answers', href: '/orders', title: 'Alguém pediu o dinheiro de volta', note: 'Abra o pedido.', words: 'refund reembolsar' },
    { group: 'settings', href: '/settings', title: 'Moedas da loja', note: 'Configurações', words: 'currency câmbio' },
  ];
  const titles = (q: string, isLoose?: boolean) => ownOptions(own, q, isLoose).flatMap(({ options }) => options.map(({ title }) => title));

  it.each([
    ['MOEDA', ['Moedas da loja']],
    ['cambio', ['Moedas da loja']],
    ['currencies', []],
    ['refunds', ['Alguém pediu o dinheiro de volta']],
    ['moedas da loja', ['Moedas da loja']],
    ['reembolso de um', ['Pedidos']],
    ['dinheiro volta', ['Alguém pediu o dinheiro de volta']],
    ['reembols', ['Pedidos', 'Alguém pediu o dinheiro de volta']],
    ['', ['Pedidos']],
    ['como reembolsar', []],
  ])('the search words %s find these options of the panel itself: %s', (q, expected) => expect(titles(q)).toEqual(expected));

  it('the search finds options of the panel by one long word of several if no option has all words', () => {
    expect(titles('como reembolsar', true)).toEqual(['Alguém pediu o dinheiro de volta']);
    expect(titles('o a de', true)).toEqual([]);
  });
});
