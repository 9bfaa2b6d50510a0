import { Consent } from '@site/shared/newsletter/consent.tsx';
import { useTexts } from '@site/shared/site/site.ts';
import { defineTexts } from '@site/shared/texts/locales.ts';
import css from './newsletter-box.module.css';

const texts = defineTexts({ wish: 'Quero receber também a newsletter.' }, { wish: 'I would like to get the newsletter, too.' });

/**
 * The newsletter beside what is free and comes by mail: a wish of its own, and never ticked before, except `wasTicked`: by the reader, in a
 * form that could not be sent. The form's field `newsletter`.
 */
export function NewsletterBox({ wasTicked = false }: { wasTicked?: boolean }) {
  const t = useTexts(texts);
  return (
    <label className={css.newsletter}>
      <input type="checkbox" name="newsletter" defaultChecked={wasTicked} />
      <span>
        {t.wish} <Consent />
      </span>
    </label>
  );
}
