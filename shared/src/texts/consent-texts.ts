import { defineTexts } from './locales.ts';

/** What subscribers to the newsletter agree to. Its version is `CONSENT_VERSION` (`contracts/form-rules.ts`). */
export const consentTexts = defineTexts(
  {
    consent: 'Ao se inscrever, você concorda com nossa Política de Privacidade e concorda em receber atualizações da nossa empresa.',
    privacy: 'Política de Privacidade',
  },
  {
    consent: 'By subscribing, you agree to our Privacy Policy and agree to receive updates from our company.',
    privacy: 'Privacy Policy',
  },
);
