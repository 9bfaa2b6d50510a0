import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { Icon, type IconPath, icons, useTexts } from '@site/shared/site/site.ts';
import { lateTexts } from './late-texts.ts';
import css from './reasons.module.css';

const REASONS = [
  { id: 'download', icon: pageIcons.download },
  { id: 'payment', icon: pageIcons.lock },
  { id: 'forever', icon: icons.book },
  { id: 'author', icon: pageIcons.heart },
] as const satisfies readonly { id: string; icon: IconPath }[];

export function Reasons() {
  const t = useTexts(lateTexts).reasons;
  return (
    <section className={css.reasons} id="reasons" tabIndex={-1} aria-labelledby="reasons-heading">
      <h2 id="reasons-heading">{t.heading}</h2>
      <ul className={css.list}>
        {REASONS.map(({ id, icon }) => (
          <li key={id} className={css.reason}>
            <Icon path={icon} />
            <h3 className={css.title}>{t.items[id].title}</h3>
            <p>{t.items[id].text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
