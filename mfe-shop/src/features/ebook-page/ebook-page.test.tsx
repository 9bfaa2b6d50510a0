import type { Ebook } from '@site/shared/contracts/ebooks.ts';
import type { Review } from '@site/shared/contracts/reviews.ts';
import { toInstant } from '@site/shared/dates/dates.ts';
import { toMoney } from '@site/shared/money/money.ts';
import { type CartLine, cartStore, sessionStore } from '@site/shared/site/site.ts';
import { anEbook } from '@site/shared/testing/builders.ts';
import { renderInSite } from '@site/shared/testing/render-in-site.tsx';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { routes } from '../../routes.tsx';
import { reviewsJsonLd } from './ebook-json-ld.ts';

const at = toInstant('2026-12-20T12:00:00Z');
const reviews: Review[] = [
  { id: 'r2', stars: 5, text: 'Li duas vezes.', name: 'Ana', reply: null, locale: 'pt-BR', writtenAt: at, isFree: false },
  { id: 'r1', stars: 2, text: '', name: 'Bia', reply: null, locale: 'en', writtenAt: at, isFree: true },
];
const list = { reviews, nextCursor: null };

const open = (ebook: Ebook, locale: 'pt-BR' | 'en' = 'pt-BR') =>
  renderInSite({
    routes,
    at: `/shop/ebook/${ebook.id}`,
    answers: { 'GET /api/ebooks/:id': () => ebook, 'GET /api/ebooks/:id/reviews': () => list },
    preferences: { locale },
  });

it.each([
  [undefined, 'pt-BR', 'Download imediato depois da confirmação do pagamento'],
  [{ at, isSold: true }, 'pt-BR', 'No dia do lançamento, um aviso por e-mail e o livro pronto na sua biblioteca'],
  [{ at, isSold: false }, 'pt-BR', 'À venda a partir do lançamento, com download imediato depois da confirmação do pagamento'],
  [{ at, isSold: false }, 'en', 'On sale from launch day, with instant download once the payment is confirmed'],
] as const)("a book's page promises a download only for a book that can be bought (%o, %s)", async (launch, locale, promise) => {
  await open(anEbook(launch ? { launch } : {}), locale);
  expect((await screen.findAllByRole('listitem')).map(({ textContent }) => textContent)).toContain(promise);
});

it('the page of a book without a description has no empty part about the book', async () => {
  await open(anEbook({ description: '' }));
  expect(await screen.findByRole('heading', { level: 1 })).toBeDefined();
  expect(screen.queryByRole('region', { name: 'Sobre o livro' })).toBeNull();
});

describe('buying an owned book as a gift', () => {
  const openOwned = async (line?: Omit<CartLine, 'id'>) => {
    sessionStore.setState({ session: { status: 'signed-in', uid: 'u1', email: 'ana@leitores.test', emailVerified: true, me: null } });
    const ebook = anEbook();
    cartStore.setState({ lines: line ? [{ id: ebook.id, ...line }] : [] });
    const bought = [{ ebookId: ebook.id, standing: 'owned', orderId: 'o1' }];
    const answers = { 'GET /api/ebooks/:id': () => ebook, 'GET /api/me/bought-ebooks': () => ({ ebooks: bought }) };
    await renderInSite({ routes, at: `/shop/ebook/${ebook.id}`, answers });
    return ebook.id;
  };

  it('an owned book that is in the cart as a gift stays unchanged, and the button links to the cart', async () => {
    const line = { quantity: 30, gift: 'group', chosen: toMoney(5_000, 'BRL') } as const;
    const id = await openOwned(line);
    const link = await screen.findByRole('link', { name: 'No carrinho: ver carrinho' });
    expect(link.getAttribute('href')).toBe('/cart');
    expect(screen.queryByRole('button', { name: 'Dar de presente' })).toBeNull();
    expect(cartStore.getState().lines).toEqual([{ id, ...line }]);
  });

  it.each([
    [undefined, { quantity: 1, gift: 'all' }],
    [
      { quantity: 2, chosen: toMoney(5_000, 'BRL') },
      { quantity: 2, chosen: toMoney(5_000, 'BRL'), gift: 'all' },
    ],
  ] as const)("the gift button turns the cart's line of an owned book into gifts (%o)", async (line, given) => {
    const user = userEvent.setup();
    const id = await openOwned(line);
    await user.click(await screen.findByRole('button', { name: 'Dar de presente' }));
    expect(cartStore.getState().lines).toEqual([{ id, ...given }]);
  });
});

it("a bundle on a book's page says that an owned book counts as a part of the bundle", async () => {
  const [one, two] = [
    { id: 'rute', title: 'Rute', language: 'pt-BR' },
    { id: 'psalms', title: 'Psalms', language: 'en' },
  ];
  const bundles = [
    { title: 'Dois', percent: 10, others: [one] },
    { title: 'Três', percent: 20, others: [one, two] },
  ];
  await open(anEbook({ bundles }));
  const said = (await screen.findAllByText(/: \d+% a menos$/)).map(({ parentElement }) => parentElement?.textContent);
  expect(said).toEqual([
    'Dois: 10% a menos na compra junto com Rute, ou se você já o tem.',
    'Três: 20% a menos na compra junto com Rute e Psalms, ou se você já os tem.',
  ]);
  expect(screen.getByRole('link', { name: 'Psalms' }).lang, 'it is read aloud in its own language').toBe('en');
});

it("a book's page describes its stars and reviews to search engines", async () => {
  const ebook = anEbook({ stars: { mean: 3.5, reviews: 2 } });
  await open(ebook);
  const region = within(await screen.findByRole('region', { name: /Avaliações|leitores/i }));
  const shown = region.getAllByRole('article').map((article) => {
    const [stars] = within(article).getAllByRole('img');
    return [article.querySelector('strong')?.textContent, Number(stars?.getAttribute('aria-label')?.match(/\d/)?.[0])];
  });
  const told = reviewsJsonLd(ebook, list) as {
    aggregateRating: { ratingValue: number; ratingCount: number };
    review: { author: { name: string }; reviewRating: { ratingValue: number }; reviewBody?: string }[];
  };
  expect(told.review.map(({ author, reviewRating }) => [author.name, reviewRating.ratingValue])).toEqual(shown);
  expect(told.review.map(({ reviewBody }) => reviewBody)).toEqual(['Li duas vezes.', undefined]);
  expect(region.getByText('Li duas vezes.')).toBeDefined();
  expect([told.aggregateRating.ratingValue, told.aggregateRating.ratingCount]).toEqual([3.5, 2]);
  expect(region.getAllByRole('img')[0]?.textContent).toContain('3,5 (2)');
  expect(reviewsJsonLd(anEbook(), null)).toEqual({});
});
