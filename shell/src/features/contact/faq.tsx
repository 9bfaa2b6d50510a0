import type { ContactContent } from '@site/shared/contracts/content.ts';
import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { Icon, useTexts } from '@site/shared/site/site.ts';
import css from './faq.module.css';
import { contactTexts } from './texts.ts';

/** The anchor to which the footer links. */
export const FAQ_ID = 'faq';

/**
 * Renders each question as a `details` element. Because all share one `name`, the browser opens one answer at a time, even without scripts.
 */
export function Faq({ items }: { items: ContactContent['faq'] | null }) {
  const t = useTexts(contactTexts);
  return (
    <section id={FAQ_ID} className={css.faq} aria-labelledby="faq-title">
      <div className={css.inside}>
        <div className={css.words}>
          <h2 id="faq-title">{t.faq}</h2>
          <p className={css.lead}>{items ? t.faqLead : t.faqFailed}</p>
        </div>
        <div>
          {items?.map(({ id, question, answer }) => (
            <details key={id} name="faq" className={css.item}>
              <summary className={css.question}>
                <h3 className={css.questionText}>{question}</h3>
                <Icon path={pageIcons.chevronDown} />
              </summary>
              <div className={css.answer}>
                {answer.split(/\n{2,}/).map((paragraph) => (
                  <p key={paragraph}>{paragraph}</p>
                ))}
              </div>
            </details>
          ))}
        </div>
      </div>
    </section>
  );
}
