import { paths } from '@site/shared/paths/paths.ts';
import { useTexts } from '@site/shared/site/site.ts';
import { useSiteInfo } from '../site-info.ts';
import { frameTexts } from './texts.ts';

type FrameLink = { readonly href: string; readonly text: string };

/** Returns the site's areas for the header and for the menu of small screens. */
export function useLinks(): readonly FrameLink[] {
  const t = useTexts(frameTexts);
  const hasPosts = useSiteInfo()?.hasPosts;
  return [
    { href: paths.home.href(), text: t.home },
    { href: paths.about.href(), text: t.about },
    { href: paths.podcast.href(), text: t.podcast },
    { href: paths.shop.href(), text: t.shop },
    ...(hasPosts ? [{ href: paths.posts.href(), text: t.posts }] : []),
    { href: paths.contact.href(), text: t.contact },
  ];
}
