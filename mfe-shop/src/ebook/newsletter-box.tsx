import { Consent } from '@site/shared/newsletter/consent.tsx';
import { useTexts } from '@site/shared/site/site.ts';
import { defineTexts } from '@site/shared/texts/locales.ts';
import css from './newsletter-box.module.css';

const texts = defineTexts({ wish: 'Quero receber também a newsletter.' }, { wish: 'I would like to get the newsletter too.' });

/**
 * The newsletter checkbox next to a free offer by email. It is a separate consent and is never ticked in advance. With `wasTicked` it is
 * ticked again, because the reader ticked it in a form that could not be sent. The form field is `newsletter`.
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
