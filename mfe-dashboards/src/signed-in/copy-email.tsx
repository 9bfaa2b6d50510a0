import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { Icon, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import css from './copy-email.module.css';
import { copyText } from './copy-text.ts';
import { shownAddress } from './shown-address.ts';
import { texts } from './texts.ts';

/** Shows an email address with a button that copies it. The button appears on hover and focus, and always on devices without hover. */
export function CopyEmail({ email }: { email: string }) {
  const t = useTexts(texts);
  const copy = () => copyText(email, { copied: t.emailCopied, failed: t.copyFailed }, 'copy-email');
  const shown = shownAddress(email);
  // In a narrow column the address may wrap before the `@`.
  const at = shown.lastIndexOf('@');
  return (
    <span className={css.email}>
      <span className={css.address} translate="no">
        {shown.slice(0, at)}
        <wbr />
        {shown.slice(at)}
      </span>
      <button type="button" className={css.copy} onClick={() => void copy()}>
        <Icon path={pageIcons.copy} />
        <VisuallyHidden>{t.copyEmail(shown)}</VisuallyHidden>
      </button>
    </span>
  );
}
