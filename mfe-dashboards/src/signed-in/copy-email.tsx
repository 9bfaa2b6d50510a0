import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { Icon, toast, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import css from './copy-email.module.css';
import { shownAddress } from './shown-address.ts';
import { texts } from './texts.ts';

/** An e-mail address with a button that copies it; the button shows on hover and focus, and always where nothing hovers. */
export function CopyEmail({ email }: { email: string }) {
  const t = useTexts(texts);
  const shown = shownAddress(email);
  // A narrow place breaks the address there first.
  const at = shown.lastIndexOf('@');

  async function copy() {
    try {
      await navigator.clipboard.writeText(email);
      toast.success(t.emailCopied, { id: 'copy-email' });
    } catch {
      // Refused by the browser or by its owner.
      toast.error(t.copyFailed, { id: 'copy-email' });
    }
  }

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
