import type { ContactSubject } from '../contracts/form-rules.ts';
import { defineTexts } from './locales.ts';

/** Subjects of a visitor's message, for the form and the emails. */
export const contactSubjects = defineTexts(
  {
    podcast_inquiry: 'Sobre o podcast',
    ebook_support: 'Ajuda com um eBook',
    speaking_engagement: 'Convite para palestra',
    other: 'Outro assunto',
  } satisfies Record<ContactSubject, string>,
  {
    podcast_inquiry: 'Podcast Inquiry',
    ebook_support: 'eBook Support',
    speaking_engagement: 'Speaking Engagement',
    other: 'Other',
  },
);
