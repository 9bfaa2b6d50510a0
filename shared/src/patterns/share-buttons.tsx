import { toast, usePreferences, useTexts } from '@site/shared/site/site.ts';
import { useSyncExternalStore } from 'react';
import { inLanguage } from '../texts/language-address.ts';
import { defineTexts } from '../texts/locales.ts';
import css from './share-buttons.module.css';

const texts = defineTexts(
  {
    share: 'Compartilhar',
    onWhatsApp: 'WhatsApp: compartilhar',
    copy: 'Copiar link',
    copied: 'Link copiado!',
    notCopied: 'Não foi possível copiar o link. Copie-o da barra de endereço do navegador.',
    more: 'Mais opções',
  },
  {
    share: 'Share',
    onWhatsApp: 'WhatsApp: share',
    copy: 'Copy link',
    copied: 'Link copied!',
    notCopied: 'The link could not be copied. Copy it from the address bar of your browser.',
    more: 'More options',
  },
);

/** Drawn on 24 × 24 with round strokes, like `Icon`. Kept in this file because few pages need them. */
const DRAWINGS = {
  chat: 'M12 3.5a8.5 8.5 0 0 0-7.300 12.800L3.500 20.500l4.300-1.150A8.500 8.500 0 1 0 12 3.500ZM9 9.500c.2 2.800 2.300 5 5.200 5.500',
  link: 'M10 14a4 4 0 0 0 5.700 0l3-3A4 4 0 0 0 13 5.300l-1 1m2 3.700a4 4 0 0 0-5.700 0l-3 3A4 4 0 0 0 11 18.700l1-1',
  share: 'M12 15V4m-4 3.500L12 4l4 3.500M6 11.500v8h12v-8',
} as const;

type ShareButtonsProps = {
  /** Public URL of the site, from `siteContext`. */
  readonly siteUrl: string;
  /** The page's path. The reader's language is added. */
  readonly path: string;
  readonly title: string;
};

/** Renders ways to share a page: WhatsApp (a plain link that works everywhere), copying the address, and the device's own share dialog. */
export function ShareButtons({ siteUrl, path, title }: ShareButtonsProps) {
  const t = useTexts(texts);
  const { locale } = usePreferences();
  const isShareOffered = useSyncExternalStore(neverChanges, canShare, () => false);
  const url = `${siteUrl}${inLanguage(path, locale)}`;

  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(url);
      toast.success(t.copied);
    } catch {
      toast.error(t.notCopied);
    }
  };
  // `share` rejects when the person closes the dialog, which is not an error.
  const share = (): void => void navigator.share({ title, url }).catch(() => undefined);

  return (
    <fieldset className={css.group}>
      <legend className={css.legend}>{t.share}</legend>
      <a
        className={css.way}
        href={`https://wa.me/?text=${encodeURIComponent(`${title} ${url}`)}`}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={t.onWhatsApp}
      >
        <Drawing name="chat" />
        WhatsApp
      </a>
      <button type="button" className={css.way} onClick={() => void copy()}>
        <Drawing name="link" />
        {t.copy}
      </button>
      {isShareOffered && (
        <button type="button" className={css.way} onClick={share}>
          <Drawing name="share" />
          {t.more}
        </button>
      )}
    </fieldset>
  );
}

const neverChanges = () => () => undefined;
const canShare = (): boolean => 'share' in navigator;

function Drawing({ name }: { name: keyof typeof DRAWINGS }) {
  return (
    <svg className={css.drawing} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={DRAWINGS[name]} />
    </svg>
  );
}
