import type { AboutContent, SiteInfo } from '@site/shared/contracts/content.ts';
import { pageHandle } from '@site/shared/federation/page-meta.ts';
import { paths } from '@site/shared/paths/paths.ts';
import { ButtonLink, type LoaderFunctionArgs, siteContext, useLoaderData, useTexts } from '@site/shared/site/site.ts';
import { askedPreview } from '../../author/asked-preview.ts';
import { AuthorScene } from '../../author/author-scene.tsx';
import { ClosingBlock } from '../../author/closing-block.tsx';
import { PreviewNote } from '../../author/preview-note.tsx';
import { Quote } from '../../author/quote.tsx';
import { useSettings } from '../../site.tsx';
import { readSiteInfo } from '../../site-info.ts';
import css from './about-page.module.css';
import { Channels } from './channels.tsx';
import { Offerings } from './offerings.tsx';
import { aboutTexts } from './texts.ts';
import { Timeline } from './timeline.tsx';
import { TypewriterHeading } from './typewriter-heading.tsx';

type AboutData = { readonly content: AboutContent; readonly links: SiteInfo['links'] };

const NO_LINKS: SiteInfo['links'] = { places: [], instagram: null };

/** Loads the page's data. If the content fails to load, the page fails. If only the links fail to load, the page is shown without them. */
export async function loader({ context, request }: LoaderFunctionArgs): Promise<AboutData> {
  const { api, preferences } = context.get(siteContext);
  const query = { locale: preferences.locale, ...askedPreview(request.url) };
  const [content, site] = await Promise.all([api('GET /api/pages/about', { query, signal: request.signal }), readSiteInfo(api)]);
  return { content, links: site?.links ?? NO_LINKS };
}

// A page whose loader failed has no data.
export const handle = pageHandle<AboutData | undefined>(({ data, brand, siteUrl, preferences }) => {
  const t = aboutTexts[preferences.locale];
  const canonical = paths.about.href();
  const { places, instagram } = data?.links ?? NO_LINKS;
  const sameAs = [...places.map(({ url }) => url), ...(instagram ? [instagram] : [])];
  return {
    title: t.title(brand.author),
    description: t.description(brand.author),
    canonical,
    jsonLd: [{ '@type': 'Person', name: brand.author, url: `${siteUrl}${canonical}`, ...(sameAs.length > 0 ? { sameAs } : {}) }],
  };
});

export function Component() {
  const t = useTexts(aboutTexts);
  const { content, links } = useLoaderData<AboutData>();
  const { author } = useSettings().brand;
  const { phrases, paragraphs, counters, offerings, timeline, testimonial } = content;
  const actions = (
    <>
      {content.hasEpisodes && (
        <ButtonLink to={paths.podcast.href()} size="l">
          {t.toPodcast}
        </ButtonLink>
      )}
      <ButtonLink to={paths.contact.href()} size="l" variant={content.hasEpisodes ? 'secondary' : 'primary'}>
        {t.toContact}
      </ButtonLink>
    </>
  );
  return (
    <>
      <PreviewNote />
      <section className={css.hero}>
        <div className={css.words}>
          <p className={css.eyebrow}>{t.title(author)}</p>
          <TypewriterHeading key={phrases.join('\n')} phrases={phrases} />
          {paragraphs.map((paragraph) => (
            <p key={paragraph} className={css.paragraph}>
              {paragraph}
            </p>
          ))}
          <Channels links={links} />
        </div>
        <AuthorScene isFirst />
      </section>

      {counters.length > 0 && (
        <section className={css.band} aria-label={t.inNumbers}>
          <dl className={css.counters}>
            {counters.map(({ value, label }) => (
              <div key={label} className={css.counter}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}

      {offerings.length > 0 && (
        <section className={css.section} data-below aria-labelledby="offerings">
          <h2 id="offerings">{t.offerings}</h2>
          <Offerings offerings={offerings} />
        </section>
      )}

      {timeline.length > 0 && (
        <section className={css.section} data-below data-columns aria-labelledby="timeline">
          <h2 id="timeline">{t.timeline}</h2>
          <Timeline timeline={timeline} />
        </section>
      )}

      {testimonial && (
        <section className={css.section} data-below aria-label={t.reader}>
          <Quote testimonial={testimonial} size="l" />
        </section>
      )}

      <ClosingBlock closing={content.closing}>{actions}</ClosingBlock>
    </>
  );
}
