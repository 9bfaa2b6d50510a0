import { type Ebook, getCoverSource } from '@site/shared/contracts/ebooks.ts';
import { pageHandle } from '@site/shared/federation/page-meta.ts';
import { getOpenPrice, type OpenPrice } from '@site/shared/money/open-price.ts';
import { getReduction } from '@site/shared/money/reduction.ts';
import { BackLink } from '@site/shared/patterns/back-link.tsx';
import { BookPrice } from '@site/shared/patterns/book-price.tsx';
import { Cover } from '@site/shared/patterns/cover.tsx';
import { PageFailure } from '@site/shared/patterns/page-failure.tsx';
import { ShareButtons } from '@site/shared/patterns/share-buttons.tsx';
import {
  ApiError,
  ButtonLink,
  Icon,
  icons,
  type LoaderFunctionArgs,
  paths,
  siteContext,
  useFormats,
  useLoaderData,
  usePreferences,
  useRevalidator,
  useTexts,
} from '@site/shared/site/site.ts';
import { namesIn, numberFormat } from '@site/shared/texts/formats.ts';
import { useEffect, useEffectEvent } from 'react';
import { AddToCart } from '../../ebook/add-to-cart.tsx';
import { Bought } from '../../ebook/bought.tsx';
import { boughtEbooks, readerHere, useReader } from '../../ebook/bought-ebooks.ts';
import { LaunchNote } from '../../ebook/launch-note.tsx';
import { SampleLink } from '../../ebook/sample-link.tsx';
import { Stars } from '../../ebook/stars.tsx';
import { ebookTexts } from '../../ebook/texts.ts';
import { WaitlistForm } from '../../ebook/waitlist-form.tsx';
import { ChooseAmount } from '../../open-price/choose-amount.tsx';
import { Bundles } from './bundles.tsx';
import { ebookJsonLd, reviewsJsonLd } from './ebook-json-ld.ts';
import css from './ebook-page.module.css';
import { GiveBook } from './give-book.tsx';
import { Reviews } from './reviews.tsx';
import { SampleForm } from './sample-form.tsx';
import { texts } from './texts.ts';

export async function loader({ params: { id = '' }, request: { signal }, context }: LoaderFunctionArgs) {
  // The API uses this name for another endpoint, so no book has this id.
  if (id === 'featured') throw new Response(null, { status: 404 });
  const { api, siteUrl, brand } = context.get(siteContext);
  const reader = readerHere();
  try {
    const [ebook, all] = await Promise.all([api('GET /api/ebooks/:id', { params: { id }, signal }), boughtEbooks(api, signal)]);
    // The page loads reviews only for a book that has any. If loading them fails, the page is shown without them.
    const reviews = ebook.stars ? await api('GET /api/ebooks/:id/reviews', { params: { id }, signal }).catch(() => null) : null;
    return { ebook, reviews, bought: all.find(({ ebookId }) => ebookId === ebook.id) ?? null, reader, siteUrl, author: brand.author };
  } catch (error) {
    // An invalid id is treated like an unknown one.
    if (error instanceof ApiError && (error.code === 'not_found' || error.code === 'invalid_input'))
      throw new Response(null, { status: 404 });
    throw error;
  }
}

const firstParagraph = ({ description }: Ebook): string => description.split(/\n{2,}/)[0] ?? '';

type Data = Awaited<ReturnType<typeof loader>>;

export const handle = pageHandle<Data>(({ data: { ebook, reviews }, preferences, brand, siteUrl }) => ({
  title: ebook.title,
  description: firstParagraph(ebook) || texts[preferences.locale].shorten(ebook),
  kind: 'book',
  parents: [{ title: texts[preferences.locale].shop, path: paths.shop.href() }],
  ...(ebook.cover
    ? { image: { path: getCoverSource(ebook.cover, 720, 'webp'), alt: texts[preferences.locale].coverOf(ebook.title) } }
    : {}),
  jsonLd: [{ ...ebookJsonLd(ebook, { preferences, brand, siteUrl }), ...reviewsJsonLd(ebook, reviews) }],
}));

export function Component() {
  const { ebook, reviews, bought, reader, siteUrl, author } = useLoaderData<typeof loader>();
  const t = useTexts(texts);
  const tEbook = useTexts(ebookTexts);
  const open = getOpenPrice(ebook, usePreferences().currency);
  useOwnership(reader);
  const isWaitedFor = !bought && ebook.launch?.isSold === false;
  return (
    <article className={css.page}>
      <div className={css.above}>
        <BackLink to={paths.shop.href()}>{t.back}</BackLink>
      </div>
      <div className={css.cover}>
        <Cover
          key={ebook.id}
          cover={ebook.cover}
          title={ebook.title}
          alt={t.coverOf(ebook.title)}
          sizes="(min-width: 64rem) 26rem, (min-width: 48rem) 36vw, 34vw"
          loading="first"
        />
      </div>
      <div className={css.words}>
        <header className={css.head}>
          <h1 lang={ebook.language}>{ebook.title}</h1>
          <p className={css.author}>{tEbook.by(ebook.author)}</p>
          {ebook.stars && (
            <a href="#reviews" className={css.stars}>
              <Stars ebook={ebook} />
            </a>
          )}
        </header>
        {!isWaitedFor && (
          <div className={css.cost}>
            <BookPrice ebook={ebook} size="l" label={tEbook.price} />
            {!bought && <SaleNote ebook={ebook} />}
            <OtherLanguage ebook={ebook} />
          </div>
        )}
        {!bought && <LaunchNote ebook={ebook} className={css.launch} />}
        {bought ? (
          <Bought bought={bought} ebook={ebook} />
        ) : isWaitedFor ? (
          <WaitlistForm ebookId={ebook.id} />
        ) : (
          <Purchase ebook={ebook} open={open} />
        )}
        {bought && <GiveBook ebookId={bought.ebookId} />}
        <SampleLink sample={ebook.sample} />
        {!bought && !open && <Bundles bundles={ebook.bundles} />}
        {ebook.description && (
          <section aria-label={t.about} className={css.description}>
            {ebook.description.split(/\n{2,}/).map((paragraph) => (
              <p key={paragraph} lang={ebook.language}>
                {paragraph}
              </p>
            ))}
          </section>
        )}
        <Facts ebook={ebook} />
        {!bought && <SampleForm id={ebook.id} sample={ebook.sample} />}
        <Reviews key={ebook.id} ebook={ebook} first={reviews} author={author} />
        <ShareButtons siteUrl={siteUrl} path={paths.ebook.href(ebook.id)} title={ebook.title} />
      </div>
    </article>
  );
}

/** Runs the page's loader again once the session is known, because the server never knows which books a visitor owns. */
function useOwnership(askedFor: string | null) {
  const { revalidate } = useRevalidator();
  const isOutOfDate = useReader() !== askedFor;
  const ask = useEffectEvent(() => void revalidate());
  useEffect(() => {
    if (isOutOfDate) ask();
  }, [isOutOfDate]);
}

/** Shows the reduction of a sale in percent, and when the sale ends. */
function SaleNote({ ebook }: { ebook: Ebook }) {
  const t = useTexts(texts);
  const { currency } = usePreferences();
  const { moment } = useFormats();
  const reduction = getReduction(ebook, currency);
  return reduction && <p className={css.sale}>{t.sale(reduction.percent, moment(reduction.endsAt))}</p>;
}

const languageIn = (language: string) => (locale: string) => namesIn(locale, { type: 'language' }).of(language) ?? language;

/** Shows the language of a book next to its price, if it differs from the language of the page. */
function OtherLanguage({ ebook: { language } }: { ebook: Ebook }) {
  const t = useTexts(texts);
  const { locale } = usePreferences();
  const { once } = useFormats();
  const name = once(`language ${language}`, languageIn(language));
  return language !== locale && <p className={css.sale}>{t.bookIn(name)}</p>;
}

function Purchase({ ebook, open }: { ebook: Ebook; open: OpenPrice | null }) {
  const t = useTexts(texts);
  return (
    <div className={css.actions}>
      {open ? <ChooseAmount ebook={ebook} open={open} className={css.choose} /> : <AddToCart ebook={ebook} look="page" />}
      <noscript>{t.needsScripts}</noscript>
    </div>
  );
}

const MEGABYTE = 1024 ** 2;

/** Formats the size of a file. */
function sizeText(bytes: number, locale: string): string {
  const megabytes = { style: 'unit', unit: 'megabyte', minimumFractionDigits: 1, maximumFractionDigits: 1 } as const;
  return numberFormat(locale, megabytes).format(Math.max(0.1, bytes / MEGABYTE));
}

function Facts({ ebook }: { ebook: Ebook }) {
  const t = useTexts(texts);
  const { once } = useFormats();
  const { bytes } = ebook;
  const language = once(`language ${ebook.language}`, languageIn(ebook.language));
  const size = bytes === null ? '' : once(`bytes ${bytes}`, (locale) => sizeText(bytes, locale));
  const delivery = ebook.launch ? (ebook.launch.isSold ? 'launch' : 'soldLater') : 'instant';
  const facts = [
    ...(ebook.pages ? [{ name: t.pages, value: String(ebook.pages) }] : []),
    { name: t.language, value: language },
    { name: t.format, value: t.formatValue(size) },
  ];
  return (
    <section className={css.facts} aria-label={t.facts}>
      <dl className={css.table}>
        {facts.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <h2 className={css.includedHeading}>{t.included}</h2>
      <ul className={css.included}>
        {([ebook.hasOutline ? 'outline' : 'pdf', delivery, 'devices'] as const).map((id) => (
          <li key={id}>
            <Icon path={icons.check} />
            {t.includes[id]}
          </li>
        ))}
      </ul>
    </section>
  );
}

export function ErrorBoundary() {
  const t = useTexts(texts);
  return (
    <PageFailure message={t.failure} missing={{ title: t.notFound, message: t.notFoundMessage }}>
      <ButtonLink to={paths.shop.href()} variant="secondary">
        {t.back}
      </ButtonLink>
    </PageFailure>
  );
}
