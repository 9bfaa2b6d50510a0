import type { Ebook } from '@site/shared/contracts/ebooks.ts';
import type { Episode } from '@site/shared/contracts/episodes.ts';
import { paths } from '@site/shared/paths/paths.ts';
import { Cover } from '@site/shared/patterns/cover.tsx';
import { Link, useTexts } from '@site/shared/site/site.ts';
import { AUTHOR_LOCALE } from '@site/shared/texts/locales.ts';
import { EpisodePicture } from '../../episode/episode-picture.tsx';
import css from './embeds.module.css';
import { postTexts } from './texts.ts';

/** An episode within a text: the way to its page. Nothing for one that is not there any more. */
export function EmbeddedEpisode({ episode }: { episode: Episode | undefined }) {
  const t = useTexts(postTexts);
  if (!episode) return null;
  return (
    <Link to={paths.episode.href(episode.slug)} className={css.embed} data-kind="episode">
      <EpisodePicture picture={episode.picture} sizes="(min-width: 40rem) 14rem, 92vw" loading="lazy" />
      <span className={css.words}>
        <span className={css.kind}>{t.episode}</span>
        <span className={css.title} lang={AUTHOR_LOCALE}>
          {episode.title}
        </span>
      </span>
    </Link>
  );
}

/** A book within a text: the way to its page. Nothing for one that is not sold any more. */
export function EmbeddedEbook({ ebook }: { ebook: Ebook | undefined }) {
  const t = useTexts(postTexts);
  if (!ebook) return null;
  return (
    <Link to={paths.ebook.href(ebook.id)} className={css.embed} data-kind="ebook">
      <span className={css.cover}>
        <Cover cover={ebook.cover} title={ebook.title} alt="" sizes="6rem" loading="lazy" />
      </span>
      <span className={css.words}>
        <span className={css.kind}>{t.ebook}</span>
        <span className={css.title} lang={ebook.language}>
          {ebook.title}
        </span>
        <span className={css.author}>{ebook.author}</span>
      </span>
    </Link>
  );
}
