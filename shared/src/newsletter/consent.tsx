import { Link, paths, useTexts } from '@site/shared/site/site.ts';
import { consentTexts } from '../texts/consent-texts.ts';

/** Renders the consent that every newsletter form must show: exactly the wording of `CONSENT_VERSION`, which is stored with the address. */
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
