import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { Icon, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import css from './copy-email.module.css';
import { copyText } from './copy-text.ts';
import { shownAddress } from './shown-address.ts';
import { texts } from './texts.ts';

/** An e-mail address with a button that copies it; the button shows on hover and focus, and always where nothing hovers. */
export function CopyEmail({ email }: { email: string }) {
  const t = useTexts(texts);
  const copy = () => copyText(email, { copied: t.emailCopied, failed: t.copyFailed }, 'copy-email');
  return (
    <span className={css.email}>
      <span className={css.address}>{shownAddress(email)}</span>
      <button type="button" className={css.copy} onClick={() => void copy()}>
        <Icon path={pageIcons.copy} />
        <VisuallyHidden>{t.copyEmail(shownAddress(email))}</VisuallyHidden>
      </button>
    </span>
  );
}
