import type { ListedLetter } from '@site/shared/contracts/admin-letters.ts';
import type { Instant } from '@site/shared/dates/dates.ts';
import { adminPaths } from '@site/shared/paths/admin-paths.ts';
import { Link, useFormats, useTexts } from '@site/shared/site/site.ts';
import css from './letters.module.css';
import { usePostLetters } from './letters-queries.ts';
import { texts } from './texts.ts';

type TextLettersProps = {
  readonly postId: string;
  /** The change to the text: it is published at a moment (null means now), unpublished, or deleted together with its issues. */
  readonly becomes: { readonly publishedAt: Instant | null } | 'unpublished' | 'deleted';
  /** The draft is mentioned elsewhere on the page. */
  readonly isDraftNamed?: boolean;
};

/** Says for each issue of a text what happens to it when the text changes. */
export function TextLetters({ postId, becomes, isDraftNamed = false }: TextLettersProps) {
  const t = useTexts(texts);
  const { moment } = useFormats();
  const letters = usePostLetters(postId);

  function fateOf({ state, step, sendAt }: ListedLetter): string | null | undefined {
    if (becomes === 'unpublished' || becomes === 'deleted') {
      const says = becomes === 'deleted' ? t.deletedWithText : t.withoutText;
      if (step !== null) return says.series;
      return state === 'scheduled' ? sendAt && says.scheduled(moment(sendAt)) : says[state];
    }
    const says = t.withText;
    if (step !== null || (state === 'draft' && isDraftNamed)) return null;
    if (state !== 'scheduled') return says[state];
    const isTooEarly = becomes.publishedAt !== null && sendAt !== null && Date.parse(sendAt) < Date.parse(becomes.publishedAt);
    return sendAt ? (isTooEarly ? says.tooEarly : says.scheduled)(moment(sendAt)) : null;
  }

  const rows = (letters.data?.letters ?? []).map((letter) => ({ ...letter, fate: fateOf(letter) })).filter(({ fate }) => fate);
  if (rows.length === 0) return null;
  return (
    <ul className={css.fates}>
      {rows.map(({ id, subject, fate }) => (
        <li key={id}>
          {t.letter} “<Link to={adminPaths.letter.href(id)}>{subject || t.untitled}</Link>”: <span>{fate}</span>
        </li>
      ))}
    </ul>
  );
}
