import type { ContactContent } from '@site/shared/contracts/content.ts';
import { pageHandle } from '@site/shared/federation/page-meta.ts';
import { paths } from '@site/shared/paths/paths.ts';
import {
  type ActionFunctionArgs,
  ApiError,
  type LoaderFunctionArgs,
  siteContext,
  useLoaderData,
  useTexts,
} from '@site/shared/site/site.ts';
import { askedPreview } from '../../author/asked-preview.ts';
import { PreviewNote } from '../../author/preview-note.tsx';
import { fieldsOf } from './contact-fields.ts';
import { ContactForm, type Posted } from './contact-form.tsx';
import { ContactInformation } from './contact-information.tsx';
import css from './contact-page.module.css';
import { FAQ_ID, Faq } from './faq.tsx';
import { sendMessage } from './send-message.ts';
import { contactTexts } from './texts.ts';

/** Loads the frequent questions. The page is shown even if that fails. */
export async function loader({ context, request: { signal, url } }: LoaderFunctionArgs): Promise<{ faq: ContactContent['faq'] | null }> {
  const { api, preferences } = context.get(siteContext);
  try {
    return await api('GET /api/pages/contact', { query: { locale: preferences.locale, ...askedPreview(url) }, signal });
  } catch (error) {
    if (error instanceof ApiError) return { faq: null };
    throw error;
  }
}

/** Sends the message. Also returns what was typed, because the new page of a browser without scripts must contain it again. */
export async function action({ context, request }: ActionFunctionArgs): Promise<Posted> {
  const { api, preferences } = context.get(siteContext);
  const form = await request.formData();
  return { outcome: await sendMessage(api, form, preferences.locale), typed: fieldsOf(form) };
}

export const handle = pageHandle<Awaited<ReturnType<typeof loader>> | undefined>(({ data, brand, preferences }) => {
  const t = contactTexts[preferences.locale];
  const questions = (data?.faq ?? []).map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  }));
  return {
    title: t.title,
    description: t.description(brand.author),
    canonical: paths.contact.href(),
    jsonLd: questions.length > 0 ? [{ '@type': 'FAQPage', mainEntity: questions }] : [],
  };
});

export function Component() {
  const t = useTexts(contactTexts);
  const { faq } = useLoaderData<typeof loader>();
  const isEmpty = faq?.length === 0;
  return (
    <>
      <PreviewNote />
      <div className={css.page}>
        {/* Links to the questions need a target, even if there are no questions. */}
        <div id={isEmpty ? FAQ_ID : undefined} className={css.words}>
          <h1>{t.heading}</h1>
          <p className={css.lead}>{t.lead}</p>
          <ContactInformation />
        </div>
        <ContactForm />
      </div>
      {!isEmpty && <Faq items={faq} />}
    </>
  );
}
