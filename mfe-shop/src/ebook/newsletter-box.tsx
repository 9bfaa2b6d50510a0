import { Link, paths, useTexts } from '@site/shared/site/site.ts';
import { consentTexts } from '@site/shared/texts/consent-texts.ts';
import { defineTexts } from '@site/shared/texts/locales.ts';
import css from './newsletter-box.module.css';

const texts = defineTexts({ wish: 'Quero receber também a newsletter.' }, { wish: 'I would like to get the newsletter, too.' });

/** The newsletter beside what is free and comes by mail: a wish of its own, and never ticked before. The form's field `newsletter`. */
export function NewsletterBox() {
  const t = useTexts(texts);
  const { consent, privacy } = useTexts(consentTexts);
  const [beforeLink, afterLink] = consent.split(privacy);
  return (
    <label className={css.newsletter}>
      <input type="checkbox" name="newsletter" />
      <span>
        {t.wish} {beforeLink}
        <Link to={paths.privacy.href()}>{privacy}</Link>
        {afterLink}
      </span>
    </label>
  );
}
