import { Link, paths, useTexts } from '@site/shared/site/site.ts';
import { consentTexts } from '../texts/consent-texts.ts';

/** What each form for the newsletter shows: all that `CONSENT_VERSION` stands for, since an address is kept with it. */
export function Consent() {
  const { consent, books, privacy } = useTexts(consentTexts);
  const [beforeLink, afterLink] = consent.split(privacy);
  return (
    <>
      <span>{beforeLink}</span>
      <Link to={paths.privacy.href()}>{privacy}</Link>
      <span>{`${afterLink} ${books}`}</span>
    </>
  );
}
