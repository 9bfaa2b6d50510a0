import { ButtonLink, EmptyState, icons, paths, useTexts } from '@site/shared/site/site.ts';
import { DOCUMENT_LOAD } from './document-load.ts';
import { texts } from './texts.ts';

export function SignInFirst() {
  const t = useTexts(texts);
  return (
    <EmptyState icon={icons.user} title={t.signInTitle} message={t.signIn}>
      <ButtonLink {...DOCUMENT_LOAD} to={paths.signIn.href(paths.cart.href())} size="l">
        {t.toSignIn}
      </ButtonLink>
    </EmptyState>
  );
}
