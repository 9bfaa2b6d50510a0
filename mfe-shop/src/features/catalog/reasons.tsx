import { Icon, type IconName, useTexts } from '@site/shared/site/site.ts';
import { belowTexts } from './below-texts.ts';
import css from './reasons.module.css';

const REASONS = [
  { id: 'download', icon: 'download' },
  { id: 'payment', icon: 'lock' },
  { id: 'forever', icon: 'book' },
  { id: 'author', icon: 'heart' },
] as const satisfies readonly { id: string; icon: IconName }[];

export function Reasons() {
  const t = useTexts(belowTexts).reasons;
  return (
    <section className={css.reasons} id="reasons" tabIndex={-1} aria-labelledby="reasons-heading">
      <h2 id="reasons-heading">{t.heading}</h2>
      <ul className={css.list}>
        {REASONS.map(({ id, icon }) => (
          <li key={id} className={css.reason}>
            <Icon name={icon} />
            <h3 className={css.title}>{t.items[id].title}</h3>
            <p>{t.items[id].text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
