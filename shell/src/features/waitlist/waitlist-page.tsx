import { botCheckFields } from '@site/shared/bot-check/bot-check-fields.ts';
import { Honeypot } from '@site/shared/bot-check/honeypot.tsx';
import type { WaitlistAnswer } from '@site/shared/contracts/waitlist.ts';
import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { pageHandle } from '@site/shared/federation/page-meta.ts';
import { readLinkToken } from '@site/shared/paths/link-key.ts';
import { TextField } from '@site/shared/patterns/field.tsx';
import {
  type ActionFunctionArgs,
  ApiError,
  Button,
  ButtonLink,
  Icon,
  paths,
  siteContext,
  useFetcher,
  useSearchParams,
  useTexts,
} from '@site/shared/site/site.ts';
import { type FormEvent, useEffect, useRef } from 'react';
import { useActionData } from 'react-router-dom';
import css from '../../message-page/message-page.module.css';
import { texts } from './texts.ts';

export const handle = pageHandle(({ preferences }) => ({ title: texts[preferences.locale].title, isPrivate: true }));

/** Handles the form of a book's page and the links in our emails, with or without scripts. */
export async function action({ context, request }: ActionFunctionArgs): Promise<WaitlistAnswer> {
  const { api, preferences } = context.get(siteContext);
  const form = await request.formData();
  const text = (name: string) => String(form.get(name) ?? '');
  const kind = text('kind');
  try {
    if (kind === 'confirm' || kind === 'leave') {
      const { email } = await api(`POST /api/waitlist/${kind}`, { body: { token: text('token') } });
      return { kind, email };
    }
    const signs = await botCheckFields(form);
    const body = { ebookId: text('ebook'), email: text('email'), locale: preferences.locale, ...signs };
    await api('POST /api/waitlist', { body });
    return { kind: 'sent' };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'link_expired') return { kind: 'expired' };
    if (kind && (error.code === 'link_invalid' || error.code === 'invalid_input')) return { kind: 'invalid' };
    const known = error.code === 'not_found' ? 'gone' : error.code === 'too_many_requests' ? 'tooMany' : 'failed';
    return { kind: 'problem', problem: error.fields.email ? 'wrongEmail' : known, ebookId: text('ebook'), email: text('email') };
  }
}

/**
 * Renders the page for links in our emails and for forms from browsers without scripts. A link needs a press, because mail scanners open
 * links too.
 */
export function Component() {
  const t = useTexts(texts);
  const [query] = useSearchParams();
  const posted = useActionData<WaitlistAnswer>();
  const fetcher = useFetcher<WaitlistAnswer>();
  const words = useRef<HTMLDivElement>(null);
  const answer = fetcher.data ?? posted;
  const kind = query.has('leave') ? 'leave' : 'confirm';
  const token = readLinkToken(query, kind === 'leave' ? 'leave' : 'token');
  const isOver = answer !== undefined && answer.kind !== 'problem';
  /** The form from a book's page failed. A browser without scripts can send the form again from this page. */
  const refused = answer?.kind === 'problem' && answer.ebookId ? answer : null;

  // The result replaced the button, so the focus moves to the result.
  useEffect(() => {
    if (isOver) words.current?.focus();
  }, [isOver]);

  function press(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    void fetcher.submit(event.currentTarget, { method: 'post', action: paths.waitlist.href() });
  }
  const shown =
    answer?.kind === 'confirm' || answer?.kind === 'leave'
      ? { title: t[answer.kind].done, message: t[answer.kind].doneMessage(answer.email) }
      : answer && answer.kind !== 'problem'
        ? t[answer.kind]
        : refused
          ? { title: t.title, message: t[refused.problem] }
          : token
            ? t[kind]
            : t.invalid;
  return (
    <div className={css.page}>
      <span className={css.icon}>
        <Icon path={pageIcons.mail} />
      </span>
      <div ref={words} tabIndex={-1} className={css.words}>
        <h1>{shown.title}</h1>
        <p className={css.message}>{shown.message}</p>
      </div>
      <p role="alert" className={css.problem}>
        {answer?.kind === 'problem' && !refused && t[answer.problem]}
      </p>
      {refused && refused.problem !== 'gone' ? (
        <form className={css.form} method="post" action={paths.waitlist.href()} onSubmit={press}>
          <input type="hidden" name="ebook" value={refused.ebookId} />
          <TextField label={t.email} type="email" name="email" required autoComplete="email" defaultValue={refused.email} />
          <Honeypot />
          <Button type="submit" size="l" isPending={fetcher.state !== 'idle'}>
            {t.ask}
          </Button>
        </form>
      ) : token && !isOver ? (
        <form method="post" action={paths.waitlist.href()} onSubmit={press}>
          <input type="hidden" name="kind" value={kind} />
          <input type="hidden" name="token" value={token} />
          <Button type="submit" size="l" isPending={fetcher.state !== 'idle'}>
            {t[kind].press}
          </Button>
        </form>
      ) : (
        <ButtonLink to={paths.shop.href()} variant="secondary">
          {t.toShop}
        </ButtonLink>
      )}
    </div>
  );
}
