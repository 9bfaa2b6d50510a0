import type { Ebook } from '@site/shared/contracts/ebooks.ts';
import type { Episode } from '@site/shared/contracts/episodes.ts';
import { paths } from '@site/shared/paths/paths.ts';
import { Cover } from '@site/shared/patterns/cover.tsx';
import css from '@site/shared/rich-text/embed-card.module.css';
import { type EmbedAttrs, embedFrame, embedPage, providerName } from '@site/shared/rich-text/embeds.ts';
import { Button, Link, playerStore, useTexts } from '@site/shared/site/site.ts';
import { AUTHOR_LOCALE } from '@site/shared/texts/locales.ts';
import { useState } from 'react';
import { EpisodePicture } from '../../episode/episode-picture.tsx';
import { useSettings } from '../../site.tsx';
import player from './player.module.css';
import { postTexts } from './texts.ts';

/** Renders an episode within a post as a link to its page, or nothing if it no longer exists. */
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

/** Renders a book within a post as a link to its page, or nothing if it is no longer sold. */
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

/** Focuses the player, which replaced the pressed button. */
const focusPlayer = (frame: HTMLIFrameElement | null): void => frame?.focus({ preventScroll: true });

/** Renders a video or audio of an external provider. Nothing of the provider is loaded before a press. */
export function EmbeddedPlayer({ embed }: { embed: EmbedAttrs }) {
  const t = useTexts(postTexts);
  const { playerUrl } = useSettings();
  const [isOpen, setOpen] = useState(false);
  const name = providerName(embed);
  const address = embedPage(embed);
  if (isOpen) {
    return (
      <iframe
        ref={focusPlayer}
        className={player.player}
        data-low={/^(?:episode|track)\//.test(embed.id) || undefined}
        data-audio={embed.provider === 'spotify' || undefined}
        src={embedFrame(embed, playerUrl)}
        title={t.player(name)}
        allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
        referrerPolicy="strict-origin-when-cross-origin"
      />
    );
  }
  const open = () => {
    // Stops the site's own player, because otherwise both would be heard.
    playerStore.getState().close();
    setOpen(true);
  };
  return (
    <div className={css.embed} data-kind="player">
      <span className={css.words}>
        <span className={css.kind}>{name}</span>
        <a className={css.address} href={address}>
          {address}
        </a>
        <span className={css.author}>{t.playerNote(name)}</span>
      </span>
      <Button variant="secondary" onClick={open}>
        {t.openPlayer(name)}
      </Button>
    </div>
  );
}
